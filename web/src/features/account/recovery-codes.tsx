import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canCopy, copyText } from '../../browser/clipboard.ts';
import { downloadBlob } from '../../browser/save-file.ts';
import { useProductTitle } from '../../api/server-config.ts';
import { Button } from '../../ui/button.tsx';
import { StepHeading } from './step-form.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Also called when they disappear. */
  onShown: (areShown: boolean) => void;
  onDone: () => void;
}

export function RecoveryCodes({ codes, onShown, onDone }: RecoveryCodesProps) {
  const title = useProductTitle();
  const [hasCopied, setCopied] = useState(false);
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  const text = codes.join('\n');
  const download = () => {
    const content = `Recovery codes for ${title}. Each works once.\n\n${text}\n`;
    downloadBlob(new Blob([content], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  return (
    <div className="flex grow flex-col">
      <div className="flex grow flex-col gap-4 px-5 py-5 roomy:px-6">
        <StepHeading>Keep your recovery codes</StepHeading>
        <p className="text-muted">
          Each of them logs you in once without your phone. Store them in a safe place: they are not shown again.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-4 gap-y-1.5 rounded-control bg-hover p-4 font-mono text-13 min-[400px]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {canCopy() && (
            <Button variant="secondary" size="small" onClick={() => void copyText(text).then(setCopied)}>
              <Copy aria-hidden="true" className="size-4" />
              {hasCopied ? 'Copied' : 'Copy'}
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={download}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </Button>
        </div>
      </div>
      <footer className="sticky bottom-0 flex justify-end border-t border-line bg-raised px-5 py-3 roomy:px-6">
        <Button className="w-full min-w-28 roomy:w-auto" onClick={onDone}>
          I have stored them
        </Button>
      </footer>
    </div>
  );
}

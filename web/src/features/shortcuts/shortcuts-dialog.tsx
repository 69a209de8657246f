import type { RefObject } from 'react';
import { keyNames, shortcuts } from '../../browser/shortcuts.ts';
import type { ShortcutId } from '../../browser/shortcuts.ts';
import { setSingleKeys, useSingleKeys } from '../../state/single-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { Switch } from '../../ui/switch.tsx';

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** All shortcuts, grouped by where they work. */
export function ShortcutsDialog({ isOpen, onClose, returnFocusTo }: ShortcutsDialogProps) {
  const hasSingleKeys = useSingleKeys((state) => state.isOn);
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="What can be done without a mouse"
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <section
        aria-label="Shortcuts"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        className="min-h-0 overflow-y-auto px-5 pb-5 focus-visible:-outline-offset-2 roomy:px-6 roomy:pb-6"
      >
        {byGroup().map(([group, ids]) => (
          <section key={group} className="mt-5 first:mt-2">
            <h3 className="text-13 font-semibold text-muted">{group}</h3>
            <dl className="mt-1">
              {ids.map((id) => (
                <div
                  key={id}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{shortcuts[id].does}</dt>
                  <dd className="shrink-0">
                    <ShortcutKeys combinations={keyNames(id)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="mt-5">
          <Switch
            label="? opens this list"
            hint="Turn it off if dictating sets it off"
            isOn={hasSingleKeys}
            onChange={setSingleKeys}
          />
        </div>
      </section>
    </Dialog>
  );
}

function byGroup(): [group: string, ids: ShortcutId[]][] {
  const ids = Object.keys(shortcuts) as ShortcutId[];
  const groups = [...new Set(ids.map((id) => shortcuts[id].group))];
  return groups.map((group) => [group, ids.filter((id) => shortcuts[id].group === group)]);
}

import { Button } from '../../ui/button.tsx';

interface FormFooterProps {
  isBusy: boolean;
  isUploading?: boolean;
}

export function FormFooter({ isBusy, isUploading = false }: FormFooterProps) {
  return (
    <footer className="sticky bottom-0 flex justify-end border-t border-line bg-raised px-5 py-3 roomy:px-6">
      <Button
        type="submit"
        isBusy={isBusy || isUploading}
        disabled={isUploading}
        className="w-full min-w-28 roomy:w-auto"
      >
        {isUploading ? 'Uploading' : 'Save'}
      </Button>
    </footer>
  );
}

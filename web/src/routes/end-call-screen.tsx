import { useProductTitle } from '../api/server-config.ts';
import { EndCall } from '../features/calls/ui/end-call.tsx';
import { useDocumentTitle } from '../browser/page.ts';

export function EndCallScreen() {
  useDocumentTitle(useProductTitle(), 'Call ended');
  return <EndCall />;
}

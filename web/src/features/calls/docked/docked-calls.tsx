import { dockCall, useDockedCall } from '../../../state/docked-call.ts';
import { SwitchCallDialog } from '../ui/switch-call-dialog.tsx';
import { DockedCall } from './docked-call.tsx';

/** The call of this page, above its screens, so that navigation does not end it. */
export function DockedCalls() {
  const { call, wanted } = useDockedCall();
  if (!call) return null;
  return (
    <>
      <DockedCall key={call.chatId} {...call} />
      {wanted && (
        <SwitchCallDialog
          otherChatId={call.chatId}
          onSwitch={() => dockCall({ ...wanted, leaveCallIn: call.chatId })}
          onCancel={() => useDockedCall.setState({ wanted: null })}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { CallAlerts } from './call-alerts.tsx';
import { CallControls } from './call-controls.tsx';
import { VideoHeader, VoiceHeader } from './call-header.tsx';
import { CallNotes } from './call-notes.tsx';
import { CallPanel } from './call-panel.tsx';
import { hasPictures, otherSharerOf } from './call-screen.ts';
import type { CallScreenParts } from './call-screen.ts';
import { CallStatistics } from './call-statistics.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { PanelName } from './more-menu.tsx';
import { ReplaceScreen, useScreenQuestion } from './replace-screen.tsx';
import { useSpeaker } from './use-speaker.ts';
import type { SpeakerChoice } from './use-speaker.ts';
import { VerificationList } from './verification.tsx';
import { CallStage } from './video/call-stage.tsx';
import { toggleFullScreen } from './video/full-screen.ts';
import { OwnPictureOver } from './video/own-picture-over.tsx';
import { togglePictureInPicture } from './video/picture-in-picture.ts';

interface CallFrameProps extends CallScreenParts {
  backdrop: string;
  /** What is shown while nobody has a camera or a screen on. */
  children: (onExplain: () => void) => ReactNode;
}

/** The layout of every call, in a window or a part of the page: devices at the top, controls at the bottom. */
export function CallFrame({ backdrop, children, ...parts }: CallFrameProps) {
  const { session, view, call } = parts;
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const { layout } = view;
  const [panel, setPanel] = useState<PanelName | null>(null);
  const sharerId = otherSharerOf(call);
  const question = useScreenQuestion(sharerId);
  const speaker = useSpeaker(session, view.speakerId, call.microphone.phase);
  const isVideo = hasPictures(view, call);
  const hasStage = isVideo && call.others.length > 0;
  // A single other participant, and a shared screen, are large in either layout.
  const arranged = hasStage && call.others.length > 1 && !view.remoteScreen ? layout : null;
  const header = { ...parts, speaker, onExplain: () => setPanel('verification') };
  return (
    <div
      ref={setFrame}
      className="relative isolate flex h-full min-h-0 flex-col overflow-hidden bg-canvas [container:call/size]"
    >
      <img
        src={backdrop}
        alt=""
        aria-hidden="true"
        className="absolute inset-0 z-behind size-full scale-125 object-cover opacity-25 blur-3xl"
      />
      {isVideo ? (
        <VideoHeader {...header} layout={arranged} onLayout={session.setLayout} />
      ) : (
        <VoiceHeader {...header} />
      )}
      <CallAlerts session={session} view={view} call={call} />
      <CallNotes {...parts} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {hasStage ? (
          <div className="flex min-h-0 flex-1 px-3 py-1.5 call-low:px-1.5 call-low:py-1">
            <CallStage {...parts} layout={layout} />
          </div>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe overflow-y-auto px-4 py-1.5">
            {children(header.onExplain)}
          </div>
        )}
        {!hasStage && view.ownCamera && <OwnPictureOver stream={view.ownCamera} isBusy={view.isBusy} />}
        {panel && <OpenPanel {...{ ...parts, panel, speaker }} onClose={() => setPanel(null)} />}
      </div>
      {question.isOpen && sharerId !== null && (
        <ReplaceScreen {...{ ...parts, sharerId, frame }} onClose={question.close} />
      )}
      <CallControls
        session={session}
        call={call}
        onReplaceScreen={question.ask}
        more={
          <MoreMenu
            camera={call.camera}
            layout={arranged}
            hasLargeVideo={view.remoteScreen !== null || view.cameraByUser.size > 0}
            onLayout={session.setLayout}
            onBlur={session.setBlur}
            onPanel={setPanel}
            onPictureInPicture={() => void togglePictureInPicture()}
            onFullScreen={() => void toggleFullScreen(frame)}
          />
        }
      />
    </div>
  );
}

interface OpenPanelProps extends CallScreenParts {
  panel: PanelName;
  speaker: SpeakerChoice;
  onClose: () => void;
}

function OpenPanel({ panel, speaker, onClose, ...parts }: OpenPanelProps) {
  return (
    <CallPanel key={panel} title={panelTitles[panel]} onClose={onClose}>
      {panel === 'devices' && <DeviceSettings {...parts} speaker={speaker} />}
      {panel === 'statistics' && <CallStatistics {...parts} />}
      {panel === 'verification' && <VerificationList {...parts} />}
    </CallPanel>
  );
}

const panelTitles: Record<PanelName, string> = {
  devices: 'Camera and sound',
  statistics: 'Statistics',
  verification: 'Verification',
};

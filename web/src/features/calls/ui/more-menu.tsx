import {
  Activity,
  AudioLines,
  Ellipsis,
  Expand,
  LayoutGrid,
  PictureInPicture2,
  RectangleHorizontal,
  Settings2,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';
import type { Camera } from '../session/call-events.ts';
import { setCallSetting, useCallSettings } from '../../../state/call-settings.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { RoundButton } from './round-button.tsx';
import type { StageLayout } from './video/stage.ts';

export type PanelName = 'devices' | 'statistics' | 'verification';

interface MoreMenuProps {
  camera: Camera;
  /** Null while there is nothing to arrange. */
  layout: StageLayout | null;
  hasLargeVideo: boolean;
  onLayout: (layout: StageLayout) => void;
  onBlur: (isOn: boolean) => void;
  onPanel: (panel: PanelName) => void;
  onPictureInPicture: () => void;
  onFullScreen: () => void;
}

/** The less common actions of a call. */
export function MoreMenu({ camera, layout, hasLargeVideo, ...on }: MoreMenuProps) {
  const suppressesNoise = useCallSettings((settings) => settings.suppressesNoise);
  const canBlur = camera.phase === 'on' && camera.canBlur;
  const isBlurred = camera.phase === 'on' && camera.isBlurred;
  return (
    <Menu releasesFocus trigger={<RoundButton label="More" caption="More" icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem icon={<Settings2 aria-hidden="true" />} onSelect={() => on.onPanel('devices')}>
        Camera and sound
      </MenuItem>
      <MenuItem
        icon={<AudioLines aria-hidden="true" />}
        onSelect={() => setCallSetting('suppressesNoise', !suppressesNoise)}
      >
        {suppressesNoise ? 'Turn noise suppression off' : 'Turn noise suppression on'}
      </MenuItem>
      {canBlur && (
        <MenuItem icon={<Sparkles aria-hidden="true" />} onSelect={() => on.onBlur(!isBlurred)}>
          {isBlurred ? 'Show your background' : 'Blur your background'}
        </MenuItem>
      )}
      {layout === 'grid' && (
        <MenuItem icon={<RectangleHorizontal aria-hidden="true" />} onSelect={() => on.onLayout('speaker')}>
          Show the speaker large
        </MenuItem>
      )}
      {layout === 'speaker' && (
        <MenuItem icon={<LayoutGrid aria-hidden="true" />} onSelect={() => on.onLayout('grid')}>
          Show everybody in a grid
        </MenuItem>
      )}
      {hasLargeVideo && document.pictureInPictureEnabled && <PictureInPictureItem onSelect={on.onPictureInPicture} />}
      {document.fullscreenEnabled && <FullScreenItem onSelect={on.onFullScreen} />}
      <MenuItem icon={<ShieldCheck aria-hidden="true" />} onSelect={() => on.onPanel('verification')}>
        Verification
      </MenuItem>
      <MenuItem icon={<Activity aria-hidden="true" />} onSelect={() => on.onPanel('statistics')}>
        Statistics
      </MenuItem>
    </Menu>
  );
}

// Components of their own, because the document is read each time the menu opens.

function PictureInPictureItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem icon={<PictureInPicture2 aria-hidden="true" />} onSelect={onSelect}>
      {document.pictureInPictureElement ? 'Leave picture in picture' : 'Picture in picture'}
    </MenuItem>
  );
}

function FullScreenItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem icon={<Expand aria-hidden="true" />} onSelect={onSelect}>
      {document.fullscreenElement ? 'Leave full screen' : 'Full screen'}
    </MenuItem>
  );
}

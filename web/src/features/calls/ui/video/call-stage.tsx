import type { UserId } from '@chat-app/contract';
import { useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import type { CallScreenParts } from '../call-screen.ts';
import { gridFor } from '../call-grid.ts';
import { OwnPicture } from './own-picture.tsx';
import { startCorner } from './own-picture-over.tsx';
import type { Corner } from './corner.ts';
import { ScreenTile } from './screen-tile.tsx';
import { isSameItem, stageOf } from './stage.ts';
import type { StageItem, StageLayout } from './stage.ts';
import type { StagePerson } from './stage-person.ts';
import { useLastSpeaker } from './use-last-speaker.ts';
import { VideoTile } from './video-tile.tsx';

interface CallStageProps extends CallScreenParts {
  layout: StageLayout;
}

/** The pictures of a call: all in a grid, or one large and the others in a strip. */
export function CallStage({ layout, ...parts }: CallStageProps) {
  const { view, call, chat, session } = parts;
  const [enlarged, setEnlarged] = useState<StageItem | null>(null);
  const speakerId = useLastSpeaker(view.speakingIds);
  const [own, setOwn] = useState<{ corner: Corner; isHidden: boolean }>({ corner: startCorner, isHidden: false });
  const otherIds = call.others.map(({ id }) => id);
  const stage = stageOf({
    otherIds,
    cameraIds: call.cameraIds,
    hasScreen: view.remoteScreen !== null,
    layout,
    enlarged,
    speakerId,
  });
  const hasRest = stage.rest.length > 0;
  // It would cover a part of the screen, which may be text. A longer strip has no room for it.
  const isOverStrip = stage.large?.kind === 'screen' && hasRest && stage.rest.length <= 2;
  // A name on the side of the user's own picture could be below it.
  const barAt = view.ownCamera !== null && own.corner.vertical === 'bottom' ? 'top' : 'bottom';
  const tile = (item: StageItem, size: 'large' | 'grid' | 'strip') => (
    <StageTile
      {...{ item, size, barAt, view, chat, call, session }}
      isEnlarged={enlarged !== null && isSameItem(item, enlarged)}
      // Alone it is as large as possible.
      isEnlargeable={otherIds.length > 1 || view.remoteScreen !== null}
      onEnlarge={() => setEnlarged(enlarged && isSameItem(item, enlarged) ? null : item)}
    />
  );
  return (
    <div
      className={classNames(
        'grid size-full min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-2',
        stage.large && hasRest && stripPlaces,
      )}
    >
      {stage.large ? (
        <div className="col-start-1 row-start-1 min-h-0 min-w-0">{tile(stage.large, 'large')}</div>
      ) : (
        <TileGrid items={stage.rest} render={(item) => tile(item, 'grid')} />
      )}
      {stage.large && hasRest && <Strip items={stage.rest} render={(item) => tile(item, 'strip')} />}
      {view.ownCamera && (
        <div
          className={classNames(
            'pointer-events-none relative col-start-1 row-start-1 *:pointer-events-auto',
            isOverStrip && 'col-end-[-1] row-end-[-1]',
          )}
        >
          <OwnPicture
            stream={view.ownCamera}
            {...own}
            isBusy={view.isBusy}
            isInStrip={isOverStrip}
            onMove={(corner) => setOwn({ ...own, corner })}
            onHide={(isHidden) => setOwn({ ...own, isHidden })}
          />
        </div>
      )}
    </div>
  );
}

/** Below the large picture; beside it where the call is wider than high. */
const stripPlaces =
  'grid-rows-[minmax(0,1fr)_clamp(64px,18cqh,112px)] call-wide:grid-rows-[minmax(0,1fr)] call-wide:grid-cols-[minmax(0,1fr)_clamp(112px,18cqw,208px)]';

/** More columns than rows, or more rows where the call is higher than wide: cameras are cropped as little as possible. */
const gridLook = classNames(
  'grid-cols-[repeat(var(--short),minmax(0,1fr))] grid-rows-[repeat(var(--long),minmax(0,1fr))]',
  'call-landscape:grid-cols-[repeat(var(--long),minmax(0,1fr))] call-landscape:grid-rows-[repeat(var(--short),minmax(0,1fr))]',
);

interface TilesProps {
  items: readonly StageItem[];
  render: (item: StageItem) => ReactNode;
}

function TileGrid({ items, render }: TilesProps) {
  const { columns, rows } = gridFor(items.length);
  return (
    <ul
      aria-label="In the call"
      data-grid={`${columns}x${rows}`}
      className={classNames('col-start-1 row-start-1 grid min-h-0 min-w-0 gap-2', gridLook)}
      style={{ '--long': columns, '--short': rows } as CSSProperties}
    >
      {items.map((item) => (
        <li key={keyOf(item)} className="min-h-0 min-w-0">
          {render(item)}
        </li>
      ))}
    </ul>
  );
}

function Strip({ items, render }: TilesProps) {
  return (
    <ul
      aria-label="In the call"
      className={classNames(
        'col-start-1 row-start-2 flex min-h-0 min-w-0 gap-2 overflow-auto',
        'call-wide:col-start-2 call-wide:row-start-1 call-wide:flex-col',
      )}
    >
      {items.map((item) => (
        <li key={keyOf(item)} className={classNames('aspect-4/3 h-full shrink-0', 'call-wide:h-auto call-wide:w-full')}>
          {render(item)}
        </li>
      ))}
    </ul>
  );
}

const keyOf = (item: StageItem) => (item.kind === 'screen' ? 'screen' : item.id);

interface StageTileProps extends CallScreenParts {
  item: StageItem;
  size: 'large' | 'grid' | 'strip';
  barAt: 'top' | 'bottom';
  isEnlarged: boolean;
  isEnlargeable: boolean;
  onEnlarge: () => void;
}

function StageTile({ item, size, barAt, isEnlarged, isEnlargeable, onEnlarge, ...parts }: StageTileProps) {
  const { view, session } = parts;
  const { remoteScreen } = view;
  if (item.kind === 'screen') {
    if (!remoteScreen) return null;
    const { name } = personOf(remoteScreen.userId, parts);
    const enlargeLabel = isEnlargeable && size !== 'large' ? `Enlarge ${name}'s screen` : null;
    return (
      <ScreenTile
        video={remoteScreen}
        isBusy={view.isBusy}
        isLarge={size === 'large'}
        {...{ name, barAt, isEnlarged, enlargeLabel, onEnlarge }}
      />
    );
  }
  const person = personOf(item.id, parts);
  return (
    <VideoTile
      {...{ person, size, barAt, isEnlarged, onEnlarge }}
      video={view.cameraByUser.get(item.id) ?? null}
      isBusy={view.isBusy}
      enlargeLabel={isEnlargeable ? `Enlarge ${person.name}` : null}
      onVolume={(volume) => session.setVolume(item.id, volume)}
    />
  );
}

function personOf(id: UserId, { chat, call, view, session }: CallScreenParts): StagePerson {
  const member = chat.members.find(({ _id }) => _id === id);
  return {
    id,
    name: member?.name ?? 'Somebody',
    avatar: member?.avatar ?? '',
    path: call.others.find((other) => other.id === id)?.path ?? { phase: 'connecting' },
    isSpeaking: view.speakingIds.includes(id),
    isMuted: call.mutedIds.includes(id),
    isSharing: call.screenId === id,
    isCameraOn: call.cameraIds.includes(id),
    volume: session.volumeOf(id),
  };
}

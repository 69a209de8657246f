import type { SearchResult } from '@chat-app/contract';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { facesOf, senderName } from '../../format/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { hintOf } from './palette-options.ts';
import type { PaletteOption } from './palette-options.ts';
import { snippetOf } from './snippet.ts';

/** The content of a row. */
export function PaletteRow({ option }: { option: PaletteOption }) {
  if (option.kind === 'message') return <MessageResult result={option.result} />;
  if (option.kind === 'chat') {
    const { avatar, name } = option.chat;
    const picture = <Avatar src={avatar} name={name} memberAvatars={facesOf(option.chat)} className="size-8 text-13" />;
    return <NamedRow icon={picture} name={name} />;
  }
  if (option.kind === 'person') {
    const { avatar, name } = option.person;
    return <NamedRow icon={<Avatar src={avatar} name={name} className="size-8 text-13" />} name={name} />;
  }
  if (option.kind === 'command')
    return <NamedRow icon={<Icon>{option.command.icon}</Icon>} name={option.command.name} />;
  const name = option.kind === 'key' ? hintOf(option.key) : `${option.filter.key}: ${option.filter.label}`;
  const icon = (
    <Icon>
      <ListFilter aria-hidden="true" />
    </Icon>
  );
  return <NamedRow icon={icon} name={name} />;
}

const Icon = ({ children }: { children: ReactNode }) => (
  <span className="flex size-8 shrink-0 items-center justify-center text-muted *:size-4.5">{children}</span>
);

function NamedRow({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <>
      {icon}
      <bdi className="min-w-0 truncate">{name}</bdi>
    </>
  );
}

function MessageResult({ result: { message, highlights } }: { result: SearchResult }) {
  const sentAt = new Date(message.createdAt);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2 text-13">
        <bdi className="min-w-0 flex-1 truncate font-medium">{senderName(message)}</bdi>
        <time dateTime={message.createdAt} className="shrink-0 text-[12px] text-muted tabular-nums">
          {sentAt.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' })}
        </time>
      </span>
      <span dir="auto" className="line-clamp-2 text-14 break-words text-muted">
        {snippetOf(message, highlights).map(({ text, isMarked }, index) =>
          isMarked ? (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
            <mark key={index} className="rounded-[3px] bg-accent-soft font-medium text-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </span>
  );
}

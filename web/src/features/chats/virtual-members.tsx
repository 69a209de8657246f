import { limits } from '@chat-app/contract';
import type { ChatDetail, GroupMember } from '@chat-app/contract';
import { createContext, use, useState } from 'react';
import type { ReactElement } from 'react';
import { Virtualizer } from 'virtua';
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua';
import { findByName, inRoleOrder } from '../../format/members.ts';
import { useLastOnlineIds } from '../../state/online-users.ts';
import { SearchField } from '../../ui/search-field.tsx';

interface VirtualMembersProps {
  chat: ChatDetail;
  members: readonly GroupMember[];
  label: string;
  children: (member: GroupMember) => ReactElement;
}

const rowHeightPx = 60;
/** Fewer are seen at a glance. */
const searchFrom = 10;

/** Members of a group, with a search. Of a thousand only the visible ones are rendered. */
export function VirtualMembers({ chat, members, label, children }: VirtualMembersProps) {
  const lastOnlineIds = useLastOnlineIds();
  const [text, setText] = useState('');
  const found = findByName(inRoleOrder(chat, members, lastOnlineIds), text);
  return (
    <>
      {members.length >= searchFrom && (
        <SearchField
          label="Search members"
          value={text}
          onChange={setText}
          maxLength={limits.inputMaxLength}
          className="mx-3 my-1"
        />
      )}
      {found.length === 0 && <p className="px-3 py-4 text-center text-13 text-muted">No members found</p>}
      <ListOf value={{ label, size: found.length }}>
        <div className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain pb-2 pl-3">
          <Virtualizer data={found} as={List} item={Item} itemSize={rowHeightPx} bufferSize={rowHeightPx}>
            {children}
          </Virtualizer>
        </div>
      </ListOf>
    </>
  );
}

/** Most rows are not mounted, so screen readers need the count. */
const ListOf = createContext({ label: '', size: 0 });

/** Takes the focus when a row with the focus is removed. */
function List(props: CustomContainerComponentProps) {
  return <ul aria-label={use(ListOf).label} tabIndex={-1} {...props} className="outline-none" />;
}

function Item({ index, ...rest }: CustomItemComponentProps) {
  return <li aria-setsize={use(ListOf).size} aria-posinset={index + 1} {...rest} />;
}

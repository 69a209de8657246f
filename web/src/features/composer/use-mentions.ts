import { mentionOfAll } from '@chat-app/contract';
import type { ChatId, ChatMember, Mention } from '@chat-app/contract';
import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { insertText } from '../../browser/text-field.ts';
import { findMentionQuery, matchOptions, toMentionOptions } from './mention-text.ts';
import type { MentionOption } from './mention-text.ts';

const noMembers: readonly ChatMember[] = [];
const nobody: readonly Mention[] = [];

/** Whom a message in this chat can mention, besides those whom it mentions already. */
export function useMentionOptions(chatId: ChatId, mentioned = nobody): readonly MentionOption[] {
  const chat = useChat(chatId).data;
  const { id: myId } = useMe();
  const members = chat?.members ?? noMembers;
  const others = members.filter(({ _id }) => _id !== myId);
  const memberIds = new Set<string>(members.map(({ _id }) => _id));
  const former = mentioned.filter(({ _id }) => _id !== 'all' && !memberIds.has(_id));
  return toMentionOptions([...(chat?.isGroup ? [mentionOfAll] : []), ...others, ...former]);
}

interface Suggesting {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  options: readonly MentionOption[];
}

/** Suggests members while a mention is typed. The keyboard works in the field, which keeps the focus. */
export function useMentionSuggestions({ fieldRef, text, options }: Suggesting) {
  // Null while the field has no focus, or more than a caret is selected.
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  // The @ of the mention that was picked or dismissed.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const listId = useId();
  // The text was sent or the @ deleted: what is typed there next is another mention.
  if (closedAt !== null && text.charAt(closedAt) !== '@') setClosedAt(null);

  const query = caret === null ? null : findMentionQuery(text, caret);
  const suggestions = query && query.at !== closedAt ? matchOptions(options, query) : [];
  const isOpen = suggestions.length > 0;
  const index = query && active.query === query.query ? Math.min(active.index, suggestions.length - 1) : 0;

  const pick = ({ label }: MentionOption) => {
    const field = fieldRef.current;
    if (!field || !query || caret === null) return;
    setClosedAt(query.at);
    field.setSelectionRange(query.at, caret);
    const isSpaceNext = text.charAt(caret) === ' ';
    insertText(field, `@${label}${isSpaceNext ? '' : ' '}`);
  };
  const move = (step: number) => {
    const count = suggestions.length;
    setActive({ query: query?.query ?? '', index: (index + step + count) % count });
  };
  const actionByKey: Partial<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => pickAt(index),
    Tab: () => pickAt(index),
    Escape: () => setClosedAt(query?.at ?? null),
  };
  const pickAt = (place: number) => {
    const option = suggestions[place];
    if (option) pick(option);
  };

  const activeOption = suggestions[index];
  return {
    list: { id: listId, suggestions, index, onPick: pick },
    field: {
      options,
      listId: isOpen ? listId : null,
      activeOptionId: activeOption && optionId(listId, activeOption),
      onKeyDown: (event: KeyboardEvent): boolean => {
        const hasModifier = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
        const act = isOpen && !hasModifier ? actionByKey[event.key] : undefined;
        if (!act) return false;
        event.preventDefault();
        act();
        return true;
      },
      onSelect: ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
        setCaret(selectionStart === selectionEnd ? selectionStart : null);
      },
      onBlur: () => setCaret(null),
    },
  };
}

/** Names an option for the field, which keeps the focus. */
export const optionId = (listId: string, { id }: MentionOption) => `${listId}-${id}`;

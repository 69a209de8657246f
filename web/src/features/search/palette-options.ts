import { findWords, listSearchWords } from '@chat-app/contract';
import type { ChatListItem, SearchResult, User } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { recentChats } from '../../api/chat-list.ts';
import { dayOf, filterBeingTyped, filterHints, filterKeys, searchedTypes } from './filters.ts';
import type { FilterKey, SearchFilter } from './filters.ts';

/** Something that can be done from the palette. */
export interface PaletteCommand {
  readonly name: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

/** One row of the palette. */
export type PaletteOption =
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ChatListItem }
  | { readonly kind: 'person'; readonly id: string; readonly person: User }
  | { readonly kind: 'command'; readonly id: string; readonly command: PaletteCommand }
  | { readonly kind: 'message'; readonly id: string; readonly result: SearchResult }
  | { readonly kind: 'key'; readonly id: string; readonly key: FilterKey }
  | { readonly kind: 'filter'; readonly id: string; readonly filter: SearchFilter };

export interface OptionGroup {
  readonly id: string;
  readonly label: string;
  readonly options: readonly PaletteOption[];
}

interface Known {
  readonly chats: readonly ChatListItem[];
  readonly people: readonly User[];
  readonly commands: readonly PaletteCommand[];
  /** Of each page that was loaded. */
  readonly pages: readonly (readonly SearchResult[])[];
}

const maxOfKind = 5;

/** The rows for what was typed, in groups. Empty groups are left out. */
export function listGroups(text: string, filters: readonly SearchFilter[], known: Known): OptionGroup[] {
  const typed = filterBeingTyped(text);
  const groups = typed
    ? [{ id: 'filter', label: 'Filter', options: filterOptions(typed.key, typed.value, known) }]
    : [...ownGroups(text, filters, known), ...known.pages.flatMap(messageGroups)];
  return groups.filter(({ options }) => options.length > 0);
}

/** A filter is about messages: with one, nothing else is searched. */
function ownGroups(text: string, filters: readonly SearchFilter[], { chats, people, commands }: Known): OptionGroup[] {
  if (filters.length > 0) return text === '' ? [{ id: 'filters', label: 'Filters', options: keyOptions() }] : [];
  const isFound = matcherOf(text);
  const named = (text === '' ? recentChats(chats) : chats).filter(({ name }) => isFound(name)).slice(0, maxOfKind);
  const others = people.filter(({ _id, name }) => isFound(name) && !named.some((chat) => isDirect(chat, _id)));
  return [
    {
      id: 'chats',
      label: text === '' ? 'Recent chats' : 'Chats',
      options: named.map((chat) => ({ kind: 'chat', id: `chat-${chat._id}`, chat })),
    },
    {
      id: 'people',
      label: 'People',
      options:
        text === ''
          ? []
          : others.slice(0, maxOfKind).map((person) => ({ kind: 'person', id: `person-${person._id}`, person })),
    },
    {
      id: 'commands',
      label: 'Commands',
      options: commands
        .filter(({ name }) => isFound(name))
        .map((command) => ({ kind: 'command', id: `command-${command.name.replaceAll(' ', '-')}`, command })),
    },
    { id: 'filters', label: 'Filters', options: text === '' ? keyOptions() : [] },
  ];
}

/** Whether a name has all words of a text. Without a text, all names do. */
function matcherOf(text: string): (name: string) => boolean {
  const words = listSearchWords(text);
  return (name) => text === '' || findWords(name, words) !== null;
}

const isDirect = ({ isGroup, members }: ChatListItem, userId: User['_id']) => !isGroup && members.includes(userId);

const keyOptions = (): PaletteOption[] => filterKeys.map((key) => ({ kind: 'key', id: `key-${key}`, key }));

/** Messages of one chat together, the chat with the newest one first. Each page by itself: nothing is added above. */
function messageGroups(results: readonly SearchResult[], page: number): OptionGroup[] {
  const chats = new Map(results.map(({ chat }) => [chat._id, chat]));
  return [...chats.values()].map(({ _id, name }) => ({
    id: `${page}-${_id}`,
    label: `Messages in ${name}`,
    options: results
      .filter(({ chat }) => chat._id === _id)
      .map((result) => ({ kind: 'message', id: `message-${result.message._id}`, result })),
  }));
}

function filterOptions(key: FilterKey, value: string, known: Known): PaletteOption[] {
  return filtersFor(key, value, known)
    .slice(0, maxOfKind * 2)
    .map((filter) => ({ kind: 'filter', id: `filter-${filter.key}-${filter.value.replaceAll(':', '-')}`, filter }));
}

function filtersFor(key: FilterKey, value: string, { chats, people }: Known): SearchFilter[] {
  const isFound = matcherOf(value);
  if (key === 'from') {
    return people.filter(({ name }) => isFound(name)).map(({ _id, name }) => ({ key, value: _id, label: name }));
  }
  if (key === 'in') {
    return chats.filter(({ name }) => isFound(name)).map(({ _id, name }) => ({ key, value: _id, label: name }));
  }
  if (key === 'type') {
    return searchedTypes.filter(({ label }) => isFound(label)).map((type) => ({ key, ...type }));
  }
  const day = dayOf(value);
  return day === null ? [] : [{ key, value: day.toISOString(), label: value }];
}

export const hintOf = (key: FilterKey) => `${key}: ${filterHints[key]}`;

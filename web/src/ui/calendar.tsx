import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface CalendarProps {
  /** The range of days that can be chosen. */
  first: Date;
  last: Date;
  chosen: Date;
  /** Gets the beginning of the day. */
  onChoose: (day: Date) => void;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const dayNames = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** One month at a time. The arrow keys move by days and weeks, Page Up and Page Down by months. */
export function Calendar({ first, last, chosen, onChoose }: CalendarProps) {
  const range = { first: startOfDay(first), last: startOfDay(last) };
  const [focused, setFocused] = useState(() => clamp(startOfDay(chosen), range));
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => focusDay(grid.current), []);

  const showMonth = (step: number) => setFocused(clamp(addMonths(focused, step), range));
  const handleKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(event.key, focused);
    if (!moved) return;
    event.preventDefault();
    flushSync(() => setFocused(clamp(moved, range)));
    focusDay(grid.current);
  };
  return (
    <div className="px-5 pt-2 pb-6 roomy:px-6">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={startOfMonth(focused) <= range.first}
          onClick={() => showMonth(-1)}
        />
        <p aria-live="polite" className="text-15 font-semibold">
          {monthNames.format(focused)}
        </p>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" />}
          disabled={addMonths(startOfMonth(focused), 1) > range.last}
          onClick={() => showMonth(1)}
        />
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are moved through by arrow keys
        role="grid"
        aria-label={monthNames.format(focused)}
        onKeyDown={handleKeyDown}
        className="mt-1 w-full table-fixed text-center text-14 tabular-nums"
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="h-8 text-13 font-medium text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week) => (
            <tr key={week[0]?.toDateString()}>
              {week.map((day) => (
                <td key={day.toDateString()} className="p-0.5">
                  {day.getMonth() === focused.getMonth() && (
                    <Day
                      day={day}
                      isChosen={isSame(day, startOfDay(chosen))}
                      isFocusable={isSame(day, focused)}
                      isDisabled={day < range.first || day > range.last}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const focusDay = (grid: HTMLElement | null) => grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();

interface DayProps {
  day: Date;
  isChosen: boolean;
  isFocusable: boolean;
  isDisabled: boolean;
  onChoose: (day: Date) => void;
}

function Day({ day, isChosen, isFocusable, isDisabled, onChoose }: DayProps) {
  return (
    <button
      type="button"
      aria-label={dayNames.format(day)}
      aria-current={isChosen ? 'date' : undefined}
      tabIndex={isFocusable ? 0 : -1}
      disabled={isDisabled}
      onClick={() => onChoose(day)}
      className={classNames(
        'mx-auto flex size-11 items-center justify-center rounded-full transition-colors roomy:size-10',
        isChosen ? 'bg-accent-fill text-on-accent' : 'enabled:hover:bg-hover',
        'disabled:text-muted disabled:opacity-50',
      )}
    >
      {day.getDate()}
    </button>
  );
}

/** The day that a key moves to; null for other keys. */
function movedBy(key: string, from: Date): Date | null {
  const weekday = (from.getDay() + 6) % 7;
  const days: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  };
  if (key === 'PageUp' || key === 'PageDown') return addMonths(from, key === 'PageUp' ? -1 : 1);
  const step = days[key];
  return step === undefined ? null : addDays(from, step);
}

/** The weeks of a month, from Monday to Sunday, with the days of the months around it. Always six, so that the height stays. */
function weeksOf(month: Date): Date[][] {
  const start = startOfMonth(month);
  const monday = addDays(start, -((start.getDay() + 6) % 7));
  return Array.from({ length: 6 }, (_week, week) => weekdays.map((_name, day) => addDays(monday, week * 7 + day)));
}

const isSame = (one: Date, other: Date) => one.getTime() === other.getTime();
const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());
const startOfMonth = (day: Date) => new Date(day.getFullYear(), day.getMonth(), 1);
const addDays = (day: Date, count: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

/** The same day of another month, or its last day. */
function addMonths(day: Date, count: number): Date {
  const lastOfMonth = new Date(day.getFullYear(), day.getMonth() + count + 1, 0);
  return new Date(lastOfMonth.getFullYear(), lastOfMonth.getMonth(), Math.min(day.getDate(), lastOfMonth.getDate()));
}

function clamp(day: Date, { first, last }: { first: Date; last: Date }): Date {
  if (day < first) return first;
  return day > last ? last : day;
}

import { Tabs as Primitive } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; content: ReactNode; badge?: ReactNode }[];
  /** Content between the tabs and their panels. */
  toolbar?: ReactNode;
  /** Hidden panels stay mounted, so that text typed there is not lost. */
  keepMounted?: boolean;
  panelClassName?: string;
  initialTab?: string | undefined;
}

export function Tabs({ label, tabs, toolbar, keepMounted = true, panelClassName, initialTab }: TabsProps) {
  const [active, setActive] = useState(initialTab ?? tabs[0]?.name ?? '');
  return (
    <Primitive.Root value={active} onValueChange={setActive} className="flex min-h-0 flex-col">
      <Primitive.List
        aria-label={label}
        className="mx-5 mt-2 flex shrink-0 gap-3 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] roomy:mx-6 roomy:gap-4"
      >
        {tabs.map(({ name, badge }) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className={classNames(
              '-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-2 border-transparent text-14 font-medium text-muted roomy:min-h-10',
              // Five tabs fit on most phones.
              'max-[430px]:text-13',
              'transition-colors hover:text-text focus-visible:outline-offset-0 data-[state=active]:border-accent data-[state=active]:text-text',
            )}
          >
            {name}
            {badge}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {toolbar}
      {/* Mounted panels share one grid cell, as high as the highest one, so that a tab does not resize the dialog. */}
      <div className="grid min-h-0 grid-rows-[minmax(0,1fr)]">
        {tabs.map(({ name, content }) => (
          <Primitive.Content
            key={name}
            value={name}
            {...(keepMounted && { forceMount: true })}
            style={name === active ? {} : { visibility: 'hidden' }}
            className={classNames(
              'col-start-1 row-start-1 flex min-h-0 flex-col overflow-y-auto focus-visible:-outline-offset-2',
              panelClassName,
            )}
          >
            {content}
          </Primitive.Content>
        ))}
      </div>
    </Primitive.Root>
  );
}

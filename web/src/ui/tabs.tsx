import { Tabs as Primitive } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; content: ReactNode }[];
}

export function Tabs({ label, tabs }: TabsProps) {
  const [active, setActive] = useState(tabs[0]?.name ?? '');
  return (
    <Primitive.Root value={active} onValueChange={setActive} className="flex min-h-0 flex-col">
      <Primitive.List aria-label={label} className="mx-5 mt-2 flex gap-5 border-b border-line roomy:mx-6">
        {tabs.map(({ name }) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className="-mb-px min-h-11 border-b-2 border-transparent text-14 font-medium text-muted transition-colors hover:text-text focus-visible:outline-offset-0 data-[state=active]:border-accent data-[state=active]:text-text roomy:min-h-10"
          >
            {name}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ name, content }) => (
        // A hidden panel stays mounted: what was typed there is kept while looking at the other tab.
        <Primitive.Content
          key={name}
          value={name}
          forceMount
          hidden={name !== active}
          className="min-h-0 overflow-y-auto focus-visible:-outline-offset-2"
        >
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

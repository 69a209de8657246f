import type { AuditAction } from '@chat-app/contract';
import { useState } from 'react';
import { usePeople } from '../../api/administration.ts';
import type { AuditFilter } from '../../api/administration-audit.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { auditTexts } from './audit-texts.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

const dayMs = 86_400_000;
const periods = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];
const actions = [
  { value: '', label: 'All actions' },
  ...Object.entries(auditTexts).map(([value, label]) => ({ value, label })),
];

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [days, setDays] = useState('');
  const administrators = usePeople({ search: '', state: 'administrators' }).data?.pages.flatMap(({ data }) => data);
  const actors = [
    { value: '', label: 'Everybody' },
    { value: 'command-line', label: 'Command line' },
    ...(administrators ?? []).map(({ _id, name }) => ({ value: _id as string, label: name })),
  ];
  const { actor, action, ...time } = filter;
  return (
    <div className="grid gap-3 roomy:grid-cols-3">
      <SelectField
        label="Administrator"
        options={actors}
        value={actor ?? ''}
        onChange={(value) => onChange({ ...filterOf({ actor: value as AuditFilter['actor'], action }), ...time })}
      />
      <SelectField
        label="Action"
        options={actions}
        value={action ?? ''}
        onChange={(value) => onChange({ ...filterOf({ actor, action: value as AuditAction }), ...time })}
      />
      <SelectField
        label="Time"
        options={periods}
        value={days}
        onChange={(value) => {
          setDays(value);
          onChange({ ...filterOf({ actor, action }), ...(value && { since: daysAgo(Number(value)) }) });
        }}
      />
    </div>
  );
}

/** Without what is not chosen. */
function filterOf({ actor, action }: Pick<AuditFilter, 'actor' | 'action'>): AuditFilter {
  return { ...(actor && { actor }), ...(action && { action }) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

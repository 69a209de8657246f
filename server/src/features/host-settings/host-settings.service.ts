import { type HostSettings, hostSettingsTexts, type RegistrationMode, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { invalidInput } from '../../platform/errors.ts';
import { createKept } from '../../platform/kept.ts';
import { recordAudit } from '../audit/index.ts';
import { hostSettingsRepository, type StoredSettings } from './host-settings.repository.ts';

/** What the environment fixes; null where it leaves the choice to the administrators. */
export type FixedSettings = StoredSettings;

/** Who may create an account. */
export interface RegistrationRules {
  readonly registration: RegistrationMode;
  readonly allowedEmailDomains: string[];
}

interface HostSettingsDeps {
  readonly database: Database;
  readonly fixedSettings: FixedSettings;
  readonly transact: Transact;
}

type Change = { readonly [Name in keyof StoredSettings]?: NonNullable<StoredSettings[Name]> | undefined };

/** How long pages of visitors may be served outdated rules. Registrations never rely on them. */
const shownMs = 1000;

export type HostSettingsService = ReturnType<typeof createHostSettings>;

export function createHostSettings({ database, fixedSettings: fixed, transact }: HostSettingsDeps) {
  const rulesOf = (stored: StoredSettings): RegistrationRules => ({
    registration: fixed.registration ?? stored.registration ?? 'open',
    allowedEmailDomains: fixed.allowedEmailDomains ?? stored.allowedEmailDomains ?? [],
  });
  const findRules = async (sql: Sql) => rulesOf(await hostSettingsRepository.find(sql));
  const shown = createKept(shownMs, () => findRules(database.sql));
  let lastShown = rulesOf({ registration: null, allowedEmailDomains: null });

  function present(stored: StoredSettings): HostSettings {
    const { registration, allowedEmailDomains } = rulesOf(stored);
    return {
      registration: { value: registration, isFixed: fixed.registration !== null },
      allowedEmailDomains: { value: [...allowedEmailDomains], isFixed: fixed.allowedEmailDomains !== null },
    };
  }

  return {
    get: async () => present(await hostSettingsRepository.find(database.sql)),

    /** Null stands for the command line. */
    async update(actorId: UserId | null, change: Change): Promise<HostSettings> {
      assertChangeable(fixed, change);
      const stored = await transact(async (tx) => {
        await hostSettingsRepository.lock(tx);
        const before = await hostSettingsRepository.find(tx);
        const after = {
          registration: change.registration ?? before.registration,
          allowedEmailDomains: change.allowedEmailDomains ?? before.allowedEmailDomains,
        };
        const detail = describeChange(rulesOf(before), rulesOf(after));
        if (detail === '') return before;
        await hostSettingsRepository.set(tx, after);
        await recordAudit(tx, { actorId, action: 'settings.change', detail });
        return after;
      });
      shown.forget();
      return present(stored);
    },

    /** The rules now. */
    findRules,
    /** The rules until the transaction ends: a change waits for it. */
    lockRules: async (tx: Sql) => rulesOf(await hostSettingsRepository.findLocked(tx)),

    /** For pages of visitors, which every load asks for: at most a second old, older ones while the database is away. */
    async rulesToShow(): Promise<RegistrationRules> {
      lastShown = await shown.get().catch(() => lastShown);
      return lastShown;
    },
  };
}

function assertChangeable(fixed: FixedSettings, change: Change): void {
  const fields: Record<string, string> = {};
  if (fixed.registration !== null && change.registration !== undefined) {
    fields['registration'] = hostSettingsTexts.registrationFixed;
  }
  if (fixed.allowedEmailDomains !== null && change.allowedEmailDomains !== undefined) {
    fields['allowedEmailDomains'] = hostSettingsTexts.domainsFixed;
  }
  const [reason] = Object.values(fields);
  if (reason !== undefined) throw invalidInput(reason, fields);
}

/** Empty when nothing changes. */
function describeChange(before: RegistrationRules, after: RegistrationRules): string {
  const [old, now] = [before, after].map(({ allowedEmailDomains }) => allowedEmailDomains.join(', ') || 'all');
  return [
    ...(before.registration === after.registration
      ? []
      : [`registration: ${before.registration} to ${after.registration}`]),
    ...(old === now ? [] : [`allowed domains: ${old} to ${now}`]),
  ].join('; ');
}

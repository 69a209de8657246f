import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AccountRemoval } from '../account-deletion/index.ts';
import { createResetLinks, type Sessions } from '../auth/index.ts';
import { createActOn } from './acts.ts';
import { createAppointments } from './appointments.service.ts';
import { serveInviteReview } from './invite-review.routes.ts';
import { createInviteReview } from './invite-review.service.ts';
import { servePeople } from './people.routes.ts';
import { createPeople } from './people.service.ts';
import { serveReportReview } from './report-review.routes.ts';
import { createReportReview } from './report-review.service.ts';

interface AdministrationDeps {
  readonly database: Database;
  readonly mailQueue: MailQueue;
  readonly publicUrl: string;
  readonly removeAccount: AccountRemoval;
  readonly sessions: Sessions;
  readonly title: string;
  readonly transact: Transact;
}

/** What administrators see and do. They see no messages, except copies of those that were reported. */
export function startAdministration(serve: Serve, deps: AdministrationDeps) {
  servePeople(serve, createAccountActs(deps));
  serveReportReview(serve, { reports: createReportReview(deps) });
  serveInviteReview(serve, { invites: createInviteReview(deps) });
}

/** The same for the command line. */
export function createAccountActs(deps: AdministrationDeps) {
  const actOn = createActOn(deps.transact);
  return {
    appointments: createAppointments(actOn),
    people: createPeople({ ...deps, actOn, issueResetLink: createResetLinks(deps) }),
  };
}

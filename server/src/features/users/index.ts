import type { Serve } from '../../platform/http/serve.ts';
import { broadcastUsers, type UserBroadcastDeps } from './users.broadcasts.ts';
import { serveUsers, type UserRouteDeps } from './users.routes.ts';

export {
  administratorRepository,
  appointedIds,
  isAdministrator,
  isFixedAdministrator,
} from './administrators.repository.ts';
export { claimAdministration } from './claim-administration.ts';
export { assertNotLastAdministrator } from './last-administrator.ts';
export { renderGeneratedAvatar } from './generated-avatar.ts';
export { presentMe, presentPerson, presentPrivacy } from './users.presenter.ts';
export { type PersonRow, userRepository, type UserRow } from './users.repository.ts';

export function startUsers(serve: Serve, deps: UserBroadcastDeps & UserRouteDeps) {
  serveUsers(serve, deps);
  broadcastUsers(deps);
}

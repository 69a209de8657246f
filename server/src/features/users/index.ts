export { presentMe, presentPerson } from './users.presenter.ts';
export { users, type UserRow } from './users.repository.ts';
export { serveUsers } from './users.routes.ts';

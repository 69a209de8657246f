export { presentMe, presentPerson } from './users.presenter.ts';
export { userRepository, type UserRow } from './users.repository.ts';
export { serveUsers as startUsers } from './users.routes.ts';

/** A text as an id of the kind its context requires; only tests invent ids. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export const asId = <Id extends string>(text: string): Id => text as Id;

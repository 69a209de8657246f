/** A text as an id of the kind that is needed where it stands; only tests make ids up. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- which kind of id it is, the caller says
export const asId = <Id extends string>(text: string): Id => text as Id;

/** Casts a string to the expected id type. Only tests invent ids. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- which kind of id it is, the caller says
export const asId = <Id extends string>(text: string): Id => text as Id;

type ClassName = string | false | null | undefined;

/** Joins the truthy names: `classNames('a', isOn && 'b')`. */
export function classNames(...names: readonly ClassName[]): string {
  return names.filter(Boolean).join(' ');
}

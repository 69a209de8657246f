import { gridClasses, tileClasses } from './grid-classes.ts';

/** Placeholders in the shape of the first images. */
export function GridSkeleton({ label }: { label: string }) {
  return (
    <div className={gridClasses}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} aria-hidden="true" className={`${tileClasses} animate-pulse`} />
      ))}
    </div>
  );
}

export const gridClasses = 'grid grid-cols-3 gap-1 px-5 py-4 roomy:px-6';
export const tileClasses = 'block aspect-square w-full overflow-clip rounded-control bg-hover';

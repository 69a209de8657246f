export interface Corner {
  readonly vertical: 'top' | 'bottom';
  readonly horizontal: 'left' | 'right';
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The corner of the box that is nearest to a point. */
export function nearestCorner({ x, y }: Point, box: Box): Corner {
  return {
    vertical: y < box.y + box.height / 2 ? 'top' : 'bottom',
    horizontal: x < box.x + box.width / 2 ? 'left' : 'right',
  };
}

/** Where an arrow key moves something that is in a corner. Null for every other key. */
export function cornerAfterKey(corner: Corner, key: string): Corner | null {
  if (key === 'ArrowUp') return { ...corner, vertical: 'top' };
  if (key === 'ArrowDown') return { ...corner, vertical: 'bottom' };
  if (key === 'ArrowLeft') return { ...corner, horizontal: 'left' };
  return key === 'ArrowRight' ? { ...corner, horizontal: 'right' } : null;
}

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { VolumeSlider } from './volume-slider.tsx';

test.each([true, false])('[CALL-204] the volume has a label and a number (small: %s)', (isSmall) => {
  const onChange = vi.fn<(volume: number) => void>();
  render(<VolumeSlider name="Bob Ray" volume={1} isSmall={isSmall} onChange={onChange} />);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume of Bob Ray' });
  fireEvent.change(slider, { target: { value: '150' } });
  expect([slider.getAttribute('aria-valuetext'), screen.getByText('150%').textContent]).toEqual(['150%', '150%']);
  expect(onChange).toHaveBeenCalledWith(1.5);
});

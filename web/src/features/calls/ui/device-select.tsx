import { SelectField } from '../../../ui/select-field.tsx';
import type { Device } from './use-devices.ts';

interface DeviceSelectProps {
  label: string;
  /** Empty while no device is in use. */
  value: string;
  devices: readonly Device[];
  /** Said instead of a list without devices, and of a device in use. */
  emptyText: string;
  onChoose: (id: string) => void;
}

/** A device with its name above. */
export function DeviceSelect({ label, value, devices, emptyText, onChoose }: DeviceSelectProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="text-13 font-medium">
        {label}
      </span>
      {devices.length === 0 ? (
        <p className="flex min-h-11 items-center text-13 text-muted call-roomy:min-h-9">{emptyText}</p>
      ) : (
        <SelectField
          label={label}
          options={[
            ...(value === '' ? [{ value: '', label: emptyText }] : []),
            ...devices.map((device) => ({ value: device.id, label: device.label })),
          ]}
          value={value}
          onChange={onChoose}
        />
      )}
    </div>
  );
}

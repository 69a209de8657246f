import type { EndpointText } from './endpoint-text.ts';

export const hostTexts = {
  getHostSettings: {
    summary: 'Get the settings of the server',
    details: '`isFixed` says that the environment of the server sets the value, so that it cannot be changed here.',
  },
  updateHostSettings: {
    summary: 'Change the settings of the server',
    details: 'Settings that are left out stay. A setting that the environment fixes is refused.',
  },
  getAnnouncement: {
    summary: 'Get the announcement to everybody',
    details: 'Null if there is none. `announcement` events follow while the device is connected.',
  },
  setAnnouncement: {
    summary: 'Publish an announcement to everybody',
    details: 'Replaces the current one and reaches all connected devices at once.',
  },
  clearAnnouncement: { summary: 'Withdraw the announcement' },
  getHostOverview: {
    summary: 'Get the figures of the server',
    details:
      'People, storage, queues, the database and the nodes. Figures that take long to count are up to 15 seconds old.',
  },
  getHostHistory: {
    summary: 'Get the history of the figures',
    details: 'In steps of 5 minutes over a day, of an hour over 30 days, or of a day over a year.',
  },
} satisfies Record<string, EndpointText>;

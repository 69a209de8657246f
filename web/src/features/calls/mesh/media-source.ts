/** What a participant sends. The order is that of the media sections (m-lines) of every description. */
export const mediaSources = ['microphone', 'camera', 'screen', 'screenSound'] as const;
export type MediaSource = (typeof mediaSources)[number];

/** The track of each source; null sends nothing. */
export type OutgoingMedia = Readonly<Record<MediaSource, MediaStreamTrack | null>>;

export const noMedia: OutgoingMedia = { microphone: null, camera: null, screen: null, screenSound: null };

export const kindOf = (source: MediaSource) => (source === 'camera' || source === 'screen' ? 'video' : 'audio');

/** The product's limits and durations, each with its unit in the name. */
export const limits = {
  inputMaxLength: 100,
  emailMaxLength: 50,
  nameMinLength: 3,
  nameMaxLength: 30,
  passwordMinLength: 8,
  registerPasswordMaxLength: 20,
  /** Also the limit of the login form: a user who reset to a longer password must be able to sign in. */
  resetPasswordMaxLength: 100,

  verificationLinkMs: 24 * 60 * 60_000,
  verificationResendCooldownMs: 30_000,
  resetLinkMs: 15 * 60_000,
  /** Of the link 'This was not me' in mails about an account. */
  securityLinkMs: 7 * 24 * 60 * 60_000,
  /** How long the second step of a login may take, and how often it can be tried. */
  loginTicketMs: 5 * 60_000,
  loginTicketTries: 5,
  resetResendCooldownMs: 60_000,

  messageMaxLength: 10_000,
  /** A client emits `typing` at most this often. */
  typingEveryMs: 3_000,
  typingExpiresMs: 6_000,
  /** Larger groups have neither typing indicators nor receipts. */
  receiptMembersMax: 100,
  messagePageSize: 15,
  messagePageMax: 50,
  /** The versions of a message that are shown. */
  versionsMax: 100,
  reactionsPerMessage: 20,
  reactionsPerPerson: 5,
  /** Ids that a reaction names. */
  reactionUserIds: 20,
  /** The beginning of a message that a reply to it shows. */
  quoteMaxLength: 200,
  forwardMessagesMax: 50,
  forwardChatsMax: 20,
  /** Different people whom a message mentions. */
  mentionsPerMessage: 50,
  /** Positions of unread mentions in the chat list. */
  mentionSeqsMax: 50,
  pinsPerChat: 50,
  pinnedChatsMax: 10,
  searchMinLength: 2,
  searchMaxLength: 100,
  changesPageSize: 100,
  changesPageMax: 200,
  /** The chat list counts no further; shown as '99+'. */
  unreadCountMax: 100,
  messageImageMaxHeightPx: 200,
  fileNameMaxLength: 255,
  voiceMaxMs: 600_000,
  /** A shorter recording was a click, and is not sent. */
  voiceMinMs: 500,
  /** Ten minutes at 32 kbit/s are 2.4 MB. Browsers without an Opus encoder need up to four times as much. */
  voiceMaxBytes: 10 * 1024 * 1024,
  /** For a file's name in a message. */
  fileNameShownLength: 26,
  fileChunkBytes: 8192,
  filesPerTransfer: 100,
  /** For a relayed session description. */
  descriptionMaxLength: 32_768,
  /** How long a transfer that lost its connection can be resumed. */
  transferResumeMs: 10 * 60_000,
  senderCandidateDelayMs: 500,
  receiverCandidateDelayMs: 200,
  /** The maximum length of an audio chunk's data URL. */
  audioPieceMaxLength: 64 * 1024,
  audioPieceMs: 300,
  speakingRingMs: 500,
  callParticipantsMax: 10,
  /** In a mesh, everybody with a camera sends their video to each of the others. */
  callCamerasMax: 6,
  callRingMs: 45_000,
  emojiPickerSizePx: 280,
  composerMaxLines: 6,
  membersPerRequest: 1000,
  searchResultsMax: 20,
  findSearchDebounceMs: 500,

  socketQuickAttempts: 5,
  socketQuickDelayMs: 1_000,
  /** After the quick attempts, a visible page retries with jitter between these: back within 5 s of the server. */
  socketVisibleMinMs: 2_000,
  socketVisibleMaxMs: 4_000,
  /** A hidden page retries slowly, with jitter between these. */
  socketSlowMinMs: 15_000,
  socketSlowMaxMs: 60_000,
  headsEveryMs: 30_000,
  /** An unsent message is retried after the first delay, which doubles up to the second. */
  resendMinMs: 1_000,
  resendMaxMs: 30_000,
  /** A request without progress for this long is aborted and sent again. */
  sendStallMs: 45_000,

  infoPanelWidthPx: 360,
  infoPanelNarrowWidthPx: 320,
  infoPanelNarrowBelowPx: 720,

  imageMaxBytes: 10 * 1024 * 1024,
  imageMaxPixels: 50_000_000,
  previewTitleMaxLength: 200,
  previewDescriptionMaxLength: 300,
  imageUploadWaitMs: 15_000,
  avatarSizePx: 512,

  toastWidthPx: 380,
  toastsShownAtOnce: 4,
  wideScreenPx: 1280,
  emailMaskVisibleCharacters: 3,

  resetDoneRedirectMs: 2_000,
  resetRefusedRedirectMs: 3_000,
} as const;

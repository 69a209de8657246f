/** The numbers of the product, each with its unit in the name. */
export const limits = {
  inputMaxLength: 100,
  emailMaxLength: 50,
  nameMinLength: 3,
  nameMaxLength: 30,
  passwordMinLength: 8,
  registerPasswordMaxLength: 20,
  /** Also the login form's: a person who reset to a longer password must be able to sign in. */
  resetPasswordMaxLength: 100,

  verificationLinkMs: 24 * 60 * 60_000,
  verificationResendCooldownMs: 30_000,
  resetLinkMs: 15 * 60_000,
  resetResendCooldownMs: 60_000,

  messageMaxLength: 10_000,
  messagePageSize: 15,
  messagePageMax: 50,
  /** The chat list counts no further; shown as '99+'. */
  unreadCountMax: 100,
  messageImageMaxHeightPx: 200,
  fileNameMaxLength: 255,
  /** Of a file's name in a message. */
  fileNameShownLength: 26,
  fileChunkBytes: 8192,
  filesPerTransfer: 100,
  /** Of a session description that is passed on. */
  descriptionMaxLength: 32_768,
  /** How long a transfer that lost its connection can be taken up again. */
  transferResumeMs: 10 * 60_000,
  senderCandidateDelayMs: 500,
  receiverCandidateDelayMs: 200,
  /** The longest data URL of one piece of sound. */
  audioPieceMaxLength: 64 * 1024,
  audioPieceMs: 300,
  speakingRingMs: 500,
  callParticipantsMax: 10,
  callRingMs: 45_000,
  emojiPickerSizePx: 280,
  composerMaxLines: 6,
  membersPerRequest: 1000,
  searchResultsMax: 20,
  findSearchDebounceMs: 500,

  socketQuickAttempts: 5,
  socketQuickDelayMs: 1_000,
  /** After the quick attempts a page that is looked at goes on with jitter between these: back within 5 s of the server. */
  socketVisibleMinMs: 2_000,
  socketVisibleMaxMs: 4_000,
  /** A page that nobody looks at goes on slowly, with jitter between these. */
  socketSlowMinMs: 15_000,
  socketSlowMaxMs: 60_000,
  headsEveryMs: 30_000,
  /** An unsent message is tried again after at most this long, doubling up to the second. */
  resendMinMs: 1_000,
  resendMaxMs: 30_000,
  /** Without any sign of life for so long, a request is given up and made again. */
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

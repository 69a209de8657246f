import type { HeadlineRow } from './headline.ts';

/** What people notice in the browser. */
export const browserHeadlines: Record<string, readonly HeadlineRow[]> = {
  'first-load': [
    { figure: 'login.first.transferredKilobytes', label: 'login screen, first time: over the line', unit: 'kB' },
    { figure: 'login.first.largestPaintMs', label: 'largest paint', unit: 'ms' },
    { figure: 'login.first.longestTask.wallMs', label: 'longest task', unit: 'ms' },
    { figure: 'mainScreen.first.transferredKilobytes', label: 'main screen, first time: over the line', unit: 'kB' },
    { figure: 'mainScreen.first.largestPaintMs', label: 'largest paint', unit: 'ms' },
    { figure: 'mainScreen.first.cumulativeLayoutShift', label: 'layout shift', unit: '', target: { atMost: 0.1 } },
    { figure: 'mainScreen.first.longestTask.wallMs', label: 'longest task', unit: 'ms' },
    { figure: 'mainScreen.again.largestPaintMs', label: 'main screen again: largest paint', unit: 'ms' },
  ],
  'chat-switch': [
    { figure: 'firstOpening.shown.p50Ms', label: 'a chat opened for the first time is shown, p50', unit: 'ms' },
    { figure: 'switching.shown.p50Ms', label: 'a chat of 1,000 opened again, p50', unit: 'ms' },
    { figure: 'switching.longestTask.wallMs', label: 'longest task', unit: 'ms' },
    { figure: 'switching.longestTask.cpuMs', label: 'of it CPU', unit: 'ms' },
    { figure: 'switching.longestTask.longCount', label: 'tasks of more than 50 ms of CPU in 30 openings', unit: '' },
    { figure: 'scrolling.longestTask.wallMs', label: 'scrolling up through 1,000 messages: longest task', unit: 'ms' },
    { figure: 'scrolling.longestTask.cpuMs', label: 'of it CPU', unit: 'ms' },
    { figure: 'typing.shown.p99Ms', label: 'a key is shown, p99', unit: 'ms' },
    { figure: 'typing.longestTask.wallMs', label: 'typing: longest task', unit: 'ms' },
  ],
  'member-list': [
    {
      figure: 'longestTask.cpu.p50Ms',
      label: 'the list of 1,000 members opens: longest task, CPU, p50',
      unit: 'ms',
      target: { atMost: 50 },
    },
    { figure: 'longestTask.cpu.p99Ms', label: 'the longest of ten openings', unit: 'ms', target: { atMost: 50 } },
  ],
  transfer: [
    { figure: 'over1GiB.megabytesPerSecond', label: 'a file of 1 GiB, MB a second', unit: '' },
    { figure: 'over1GiB.receiverMemoryMegabytes.growth', label: "growth of the receiver's memory", unit: 'MB' },
    { figure: 'longestTaskOver25MiB.receiver.cpuMs', label: "longest task of the receiver's page, CPU", unit: 'ms' },
  ],
  calls: [
    { figure: 'webRtc.mouthToEar.p50Ms', label: 'mouth to ear, directly', unit: 'ms' },
    { figure: 'audioStream.mouthToEar.p50Ms', label: 'mouth to ear, by the server', unit: 'ms' },
    { figure: 'audioStream.spoiltPercent', label: 'spoilt of it', unit: '%' },
    { figure: 'video.two.glassToGlass.p50Ms', label: 'video of two: glass to glass', unit: 'ms' },
    { figure: 'video.two.framesPerSecond', label: 'frames a second', unit: '' },
    { figure: 'video.two.clickToFirstFrameMs', label: 'from the click on the camera to its first frame', unit: 'ms' },
    { figure: 'video.four.glassToGlass.p50Ms', label: 'video of four: glass to glass', unit: 'ms' },
    { figure: 'video.four.framesPerSecond', label: 'frames a second', unit: '' },
    { figure: 'video.six.glassToGlass.p50Ms', label: 'video of six: glass to glass', unit: 'ms' },
    { figure: 'video.six.framesPerSecond', label: 'frames a second', unit: '' },
    { figure: 'relay.cpuPercentOfOneCore', label: 'one core for ten calls of five who all talk', unit: '%' },
  ],
  'voice-messages': [
    {
      figure: 'recording.kilobytesPerMinute',
      label: 'a minute of recorded speech',
      unit: 'kB',
      target: { atMost: 260 },
    },
    {
      figure: 'start.afterHover.heard.p50Ms',
      label: 'from the click to the first sound, p50',
      unit: 'ms',
      target: { atMost: 100 },
    },
    { figure: 'start.afterHover.heard.p99Ms', label: 'the longest of ten', unit: 'ms', target: { atMost: 100 } },
    { figure: 'start.atOnce.heard.p50Ms', label: 'where nothing was loaded before the click, p50', unit: 'ms' },
    { figure: 'start.atOnce.heard.p99Ms', label: 'the longest of ten', unit: 'ms' },
    {
      figure: 'seek.p50Ms',
      label: 'between the position that was asked for and the one that is heard, p50',
      unit: 'ms',
    },
    { figure: 'seek.p99Ms', label: 'the most of ten', unit: 'ms' },
  ],
};

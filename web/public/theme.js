// Runs before the first paint, so the page never shows the wrong theme first. src/state/theme.ts takes over from here.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('chat-app.theme');
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  var isCall = /^\/(voice-call(-group)?\/|end-call)/.test(location.pathname);
  var isDark =
    isCall || choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = isDark ? '#0f1115' : '#f6f7f9';
})();

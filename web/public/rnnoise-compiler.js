// Compiles RNNoise for the page, whose policy allows no WebAssembly. The server sends this worker with a policy of its own.
self.addEventListener('message', ({ data }) => {
  void WebAssembly.compile(data)
    .catch(() => null)
    .then((module) => self.postMessage(module, []));
});

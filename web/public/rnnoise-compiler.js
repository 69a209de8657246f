// Compiles RNNoise for the page, whose policy allows no WebAssembly. The server sends this worker with a policy of its own.
self.addEventListener('message', async ({ data }) => {
  const module = await WebAssembly.compile(data).catch(() => null);
  self.postMessage(module);
});

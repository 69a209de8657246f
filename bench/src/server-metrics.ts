/** The program's current metrics. Each reading starts a new measurement of the event loop's lag. */
export async function readMetrics(url: string) {
  const response = await fetch(`${url}/metrics`);
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => !line.startsWith('#'));
  /** The sum over all lines of this name whose labels match. */
  const sum = (name: string, labels = /./) =>
    lines
      .filter((line) => /^[^{ ]+/.exec(line)?.[0] === name && labels.test(line))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return {
    loopLagMs: {
      p50Ms: Math.round(1000 * sum('chat_app_event_loop_lag_seconds', /quantile="0\.5"/)),
      p99Ms: Math.round(1000 * sum('chat_app_event_loop_lag_seconds', /quantile="0\.99"/)),
      maxMs: Math.round(1000 * sum('chat_app_event_loop_lag_seconds', /quantile="1"/)),
    },
    /** Requests that the program failed to serve. */
    serverErrors: sum('chat_app_http_requests_total', /status="5/),
    stalledDropped: sum('chat_app_stalled_sockets_total'),
    databaseConnections: sum('chat_app_db_pool_size'),
  };
}

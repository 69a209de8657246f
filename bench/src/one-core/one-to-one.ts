import { type ScenarioContext, sized } from '../scenario.ts';
import { closeSenders, openPairs } from './pairs.ts';
import { searchRates } from './search-rates.ts';

const search = {
  rates: sized([250, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 7000, 8000], [250, 500]),
  precision: sized(125, 500),
  keptRates: [500, 1000],
};

/** Messages of pairs, over the socket and over HTTP. */
export async function measureOneToOne(context: ScenarioContext) {
  const pairs = await openPairs(context);
  const socket = pairs.overSocket && (await searchRates(pairs.overSocket, { ...search, name: 'over the socket' }));
  const overHttp = await pairs.openHttp();
  const http = await searchRates(overHttp, { ...search, name: 'over HTTP' });
  closeSenders(overHttp);
  pairs.close();
  return { ...(socket && { socket }), http };
}

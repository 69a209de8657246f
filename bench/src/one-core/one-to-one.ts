import { type ScenarioContext, sized } from '../scenario.ts';
import { closeSenders, openPairs } from './pairs.ts';
import { searchRates } from './search-rates.ts';

const search = {
  rates: sized([250, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 7000, 8000], [250, 500]),
  precision: sized(125, 500),
  keptRates: [500, 1000],
};

/** Messages of pairs, over the socket; null if the program is too old for it. */
export async function measureOneToOne(context: ScenarioContext) {
  const pairs = await openPairs(context);
  const figures = pairs.overSocket && (await searchRates(pairs.overSocket, { ...search, name: 'over the socket' }));
  pairs.close();
  return figures;
}

export async function measureOneToOneOverHttp(context: ScenarioContext) {
  const pairs = await openPairs(context);
  const load = await pairs.openHttp();
  const figures = await searchRates(load, { ...search, name: 'over HTTP' });
  closeSenders(load);
  pairs.close();
  return figures;
}

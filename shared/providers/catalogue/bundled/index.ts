import { readTable } from '../read-table'
import type { CatalogueTable } from '../table'
import { alibaba, alibabaChina } from './alibaba'
import { anthropic } from './anthropic'
import { deepseek } from './deepseek'
import { google } from './google'
import { groq } from './groq'
import { mistral } from './mistral'
import { openai } from './openai'
import { openWeights } from './open-weights'
import { xai } from './xai'

/**
 * Up to this day the rows were collected by hand, from what was known of public price lists; they were not compared with a
 * bill, and a row may be wrong. A service may name another day of its own.
 */
export const bundledAsOf = '2026-07-02'

/** The table that comes with the app, in the shape of models.dev; a host of many vendors says itself what it asks. */
export const bundledTable: CatalogueTable = readTable(
  { openai, anthropic, google, deepseek, alibaba, 'alibaba-cn': alibabaChina, mistral, xai, groq, 'open-weights': openWeights },
  { asOf: bundledAsOf, source: 'bundled' },
)

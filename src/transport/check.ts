import type { Call } from '../operations/call.ts';
import type { Checked } from '../schemas/check.ts';
import { brokenRules, takesParams, wireParams } from '../schemas/params.ts';
import type { Finding, RuleContext } from '../schemas/rules.ts';

/** The schemas and Zod: a fifth of the package, and no call that goes well needs them. */
const explanations = () => import('../schemas/explain.ts');

/** What is left to say where they cannot be loaded: a page may be offline. */
const unexplained = (): readonly Finding[] => [{ path: [], message: 'does not fit the documented schema' }];

/** Params as they go on the wire, and everything that is wrong with them. */
export async function checkParams(call: Call, params: unknown, context: RuleContext): Promise<Checked> {
  if (!call.params || !takesParams(call, params)) return { wire: undefined, findings: [] };
  const wire = wireParams(call, params);
  if (call.params(wire)) return { wire, findings: brokenRules(call, wire, context) };
  const findings = await explanations().then(
    (explain) => explain.explainParams(call.id, params, context),
    unexplained,
  );
  return { wire, findings };
}

/** What breaks the schema of a record. */
export async function checkRecord(call: Call, record: unknown): Promise<readonly Finding[]> {
  return explanations().then((explain) => explain.explainRecord(call.id, record), unexplained);
}

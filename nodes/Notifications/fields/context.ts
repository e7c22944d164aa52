import type { CredentialSettings } from '../../shared/credential/settings';
import type { Template } from '../../shared/credential/templates';
import type { Hints } from '../../shared/context';
import type { JsonObject } from '../../shared/values';
import type { FieldReader } from '../../shared/fields/fieldReader';

/** What the items of a run share while their fields are read. */
export interface FieldsContext {
	fields: FieldReader;
	hints: Hints;
	/** For items that have none in Options. */
	credential: Pick<CredentialSettings, 'accountId' | 'flowId'>;
	templates: ReadonlyMap<string, Template>;
	workflowTimeZone: string;
	/**
	 * The day of the run in the time zone of the workflow, as YYYY-MM-DD. It is the same for all items, so that
	 * midnight changes no nonce. Null if there is no such time zone.
	 */
	today: string | null;
}

/** An input item whose fields are read. */
export interface ItemContext extends FieldsContext {
	itemIndex: number;
	json: JsonObject;
}

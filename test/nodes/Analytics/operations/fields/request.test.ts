import type { INodeProperties } from 'n8n-workflow';
import { requestFields } from '../../../../../nodes/Analytics/operations/fields/request';

const fields: INodeProperties[] = requestFields.map(({ property }) => property);

/* In n8n 1.123 and 2.41, the editor stores such a date as 2026-11-01. Without this, it stores
 * 2026-11-01T00:00:00, and drops a date that is typed without a time, as in the placeholder. */
it.each(['startDate', 'endDate'])('the editor takes %s as a day without a time', (name) => {
	const field = fields.find((each) => each.name === name);
	expect(field).toMatchObject({ type: 'dateTime', typeOptions: { dateOnly: true } });
	expect(field?.placeholder).toMatch(/^e\.g\. \d{4}-\d{2}-\d{2}$/);
});

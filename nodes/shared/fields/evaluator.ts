import type { IExecuteFunctions } from 'n8n-workflow';
import { hasStoredForm, leavesIn, type Path, withValueAt } from '../values';
import { isFieldAlone, isOfItem, takenFromOtherItems, withTaken } from './takenFromItems';
import { hasFailed } from './failedWords';
import type { WrittenText } from './writtenText';

/*
 * Nodes for databases give dates, which n8n stores as text: so the editor shows them, and so a Retry has them, as well as a
 * run after a long Wait. Therefore fields have this text from the beginning. Otherwise the same message would have another
 * nonce there, and its user would get it twice.
 */

interface AskedItem {
	itemIndex: number;
	/** Whether n8n stores it in another form than it has in memory. */
	isStoredOtherwise: boolean;
	/** The same of what code takes from other items for it. */
	isTakenStoredOtherwise: Map<string, boolean>;
	/** What code has given for it, since evaluating takes n8n a while, and several rules look at the same field. */
	values: Map<string, unknown>;
}

/** Asks n8n for what expressions give, with the items as n8n stores them. */
export class Evaluator {
	readonly #n8n: IExecuteFunctions;
	/** What is known of the item that was asked about last, as all fields of an item are read together. */
	#last: AskedItem | undefined;
	/** The same of what code takes from other items that are the same for all items, such as `$('Orders').all()`. */
	readonly #ofAllItems = new Map<string, boolean>();

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
	}

	/**
	 * The value of a single expression, or of a part of one. It is undefined for code that n8n cannot evaluate, such as a part
	 * that the whole leaves out: `$('Other').item.json.id` if that node has not run.
	 * @param code without its braces
	 */
	evaluate(code: string, itemIndex: number): unknown {
		const { values } = this.#askedItem(itemIndex);
		const key = code.trim();
		if (!values.has(key)) {
			values.set(key, this.#valueOf(`{{ ${this.#storedCode(code, itemIndex)} }}`, itemIndex));
		}
		return values.get(key);
	}

	/** The first expression in texts that n8n cannot evaluate, and where it stands. */
	failing(
		texts: readonly WrittenText[],
		itemIndex: number,
	): { path: Path; code: string } | undefined {
		const all = texts.flatMap(({ path, codes }) => codes.map((code) => ({ path, code })));
		return all.find(({ code }) => {
			try {
				this.#n8n.evaluateExpression(`{{ ${code} }}`, itemIndex);
				return false;
			} catch {
				return true;
			}
		});
	}

	/** Keeps what is known of code, as of a single expression whose value is that of its field. */
	keep(code: string, itemIndex: number, value: unknown): void {
		this.#askedItem(itemIndex).values.set(code.trim(), value);
	}

	/**
	 * The value of a field, whose expressions have the fields of items as n8n stores them.
	 * @param value as n8n gives it
	 * @param texts what is written in the field
	 */
	withStoredItems(value: unknown, texts: readonly WrittenText[], itemIndex: number): unknown {
		let stored = value;
		for (const { path, codes, isSingle, withCodes } of texts) {
			// Of a field alone, the value itself shows its form.
			const mayDiffer = codes.filter((code) => !(isSingle && isFieldAlone(code)));
			if (!mayDiffer.some((code) => this.#isStoredOtherwise(code, itemIndex))) continue;
			const text = withCodes((code) => this.#storedCode(code, itemIndex));
			stored = withValueAt(stored, path, this.#valueOf(text, itemIndex) ?? null);
		}
		return stored;
	}

	/**
	 * The value of a field, with the values of other code in place of its expressions.
	 * @param value as `withStoredItems` gives it
	 * @param instead gives the other code, as in `meantCode.ts`, or the same
	 */
	withMeantCode(
		value: unknown,
		texts: readonly WrittenText[],
		itemIndex: number,
		instead: (code: string, before: string) => string,
	): unknown {
		let changed = value;
		for (const { path, withCodes } of texts) {
			let isOther = false;
			const text = withCodes((code, before) => {
				const other = instead(code, before);
				isOther ||= other !== code;
				return this.#storedCode(other, itemIndex);
			});
			if (isOther) changed = withValueAt(changed, path, this.#valueOf(text, itemIndex) ?? null);
		}
		return changed;
	}

	/** Code that has items as n8n stores them, unless it does what only a date can do: that fails in a Retry, aloud. */
	#storedCode(code: string, itemIndex: number): string {
		if (!this.#isStoredOtherwise(code, itemIndex)) return code;
		const stored = withTaken(
			code,
			(taken) => `(JSON.parse(JSON.stringify(${taken}) ?? 'null') ?? ${taken})`,
		);
		return hasFailed(this.#valueOf(`{{ ${stored} }}`, itemIndex)) ? code : stored;
	}

	/** Whether n8n stores the item, or what code takes from others, in another form than they have in memory. */
	#isStoredOtherwise(code: string, itemIndex: number): boolean {
		const { isStoredOtherwise, isTakenStoredOtherwise } = this.#askedItem(itemIndex);
		if (isStoredOtherwise) return true;
		return takenFromOtherItems(code).some((taken) => {
			const known = isOfItem(taken) ? isTakenStoredOtherwise : this.#ofAllItems;
			const isOther = known.get(taken) ?? hasOtherForm(this.#valueOf(`{{ ${taken} }}`, itemIndex));
			known.set(taken, isOther);
			return isOther;
		});
	}

	/** @param text as after the "=" of a field @returns undefined if n8n cannot evaluate it */
	#valueOf(text: string, itemIndex: number): unknown {
		try {
			return this.#n8n.evaluateExpression(text, itemIndex);
		} catch {
			return undefined;
		}
	}

	#askedItem(itemIndex: number): AskedItem {
		if (this.#last?.itemIndex === itemIndex) return this.#last;
		const isStoredOtherwise = hasOtherForm(this.#n8n.getInputData()[itemIndex]?.json);
		this.#last = {
			itemIndex,
			isStoredOtherwise,
			isTakenStoredOtherwise: new Map(),
			values: new Map(),
		};
		return this.#last;
	}
}

/** Whether a value, or a part of it, has another form in memory than n8n stores. */
function hasOtherForm(value: unknown): boolean {
	for (const leaf of leavesIn(value)) if (hasStoredForm(leaf)) return true;
	return false;
}

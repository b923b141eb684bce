"""Writes workbooks and JSON files with openpyxl, XlsxWriter, pandas and LibreOffice, as banks send
them, and the tables that they contain: columns, rows as text, and the table's name if it is one of
several. The expected texts are stated here, not read back."""

import datetime as dt
import gzip
import json
import os
import shutil
import subprocess
import sys
from decimal import Decimal

import openpyxl
import pandas as pd
import xlsxwriter
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.table import Table

FOLDER = sys.argv[1]
EXPECTED = {}
DAY = dt.date(2025, 1, 30)


def at(name):
    return os.path.join(FOLDER, name)


def expect(name, columns, rows, table=None, others=()):
    EXPECTED.setdefault(name, []).append(
        {"table": table, "columns": columns, "rows": rows, "others": list(others)}
    )


def day(i):
    return DAY + dt.timedelta(days=i)


def iso(i):
    return day(i).isoformat()


def cents(i):
    return f"{(-1) ** i * (i * 137 + 50) // 100}.{(i * 37) % 100:02d}"


def book(name, sheet="Tabelle1"):
    workbook = openpyxl.Workbook()
    workbook.active.title = sheet
    return workbook, workbook.active, at(name)


# openpyxl


def statement_with_title():
    name = "statement.xlsx"
    workbook, sheet, path = book(name)
    sheet["A1"] = "Kontoauszug DE02 1203 0000 0000 2020 51"
    sheet["A1"].font = Font(bold=True)
    sheet["A2"] = "Zeitraum: Januar 2025"
    for column, title in enumerate(["Buchungstag", "Verwendungszweck", "Betrag", "Saldo"], 1):
        sheet.cell(4, column, title)
    rows = []
    for i in range(40):
        sheet.cell(5 + i, 1, day(i)).number_format = "dd.mm.yyyy"
        sheet.cell(5 + i, 2, f"Miete \u20ac {i} \u2013 \u00dcberweisung")
        sheet.cell(5 + i, 3, float(cents(i))).number_format = '#,##0.00 "\u20ac"'
        sheet.cell(5 + i, 4, 1000 + i * 0.25).number_format = "#,##0.00"
        rows.append([iso(i), f"Miete \u20ac {i} \u2013 \u00dcberweisung", cents(i), f"{1000 + i * 0.25:.2f}"])
    sheet["A45"] = "Summe"
    sheet["C45"] = "=SUM(C5:C44)"
    workbook.save(path)
    expect(name, ["Buchungstag", "Verwendungszweck", "Betrag", "Saldo"], rows)


def merged_headers():
    name = "merged.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["Date", "Amount", None, "Balance", None])
    sheet.append([None, "Debit", "Credit", "Debit", "Credit"])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    sheet.merge_cells("A1:A2")
    rows = []
    for i in range(12):
        sheet.append([day(i), i, i * 2, i * 3, i * 4])
        rows.append([iso(i), str(i), str(i * 2), str(i * 3), str(i * 4)])
    workbook.save(path)
    expect(name, ["Date", "Amount Debit", "Amount Credit", "Balance Debit", "Balance Credit"], rows)


def codes_as_text():
    name = "codes.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["iban", "card", "branch", "note"])
    rows = []
    for i in range(30):
        row = [f"DE{i:02d}12030000{i:010d}", f"{4000000000000000 + i}", f"{i:05d}", ["=1+1", "+49 30", "-x", "@home"][i % 4]]
        sheet.append(row)
        sheet.cell(i + 2, 4).data_type = "s"
        rows.append(row)
    workbook.save(path)
    expect(name, ["iban", "card", "branch", "note"], rows)


def zero_padded_numbers():
    name = "padded.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["plz", "ort", "n"])
    rows = []
    for i in range(25):
        sheet.append([1067 + i, f"Ort {i}", i])
        sheet.cell(i + 2, 1).number_format = "00000"
        rows.append([f"{1067 + i:05d}", f"Ort {i}", str(i)])
    workbook.save(path)
    expect(name, ["plz", "ort", "n"], rows)


def percentages():
    name = "rates.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["product", "rate", "fee", "ratio"])
    rows = []
    for i in range(20):
        sheet.append([f"P{i}", i / 1000, i / 4, i / 8])
        sheet.cell(i + 2, 2).number_format = "0.0%"
        sheet.cell(i + 2, 3).number_format = "[$-409]#,##0.00;[Red]-#,##0.00"
        rows.append([f"P{i}", f"{i / 1000:.3f}", f"{i / 4:.2f}", repr(i / 8).removesuffix(".0")])
    workbook.save(path)
    expect(name, ["product", "rate", "fee", "ratio"], rows)


def dates_of_1904():
    name = "mac.xlsx"
    workbook, sheet, path = book(name)
    workbook.epoch = CALENDAR_MAC_1904
    sheet.append(["id", "opened"])
    rows = []
    for i in range(15):
        sheet.append([f"A{i}", day(i * 31)])
        rows.append([f"A{i}", iso(i * 31)])
    workbook.save(path)
    expect(name, ["id", "opened"], rows)


def moments():
    name = "moments.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["at", "clock", "worked"])
    rows = []
    for i in range(20):
        moment = dt.datetime(2025, 3, 30, 1, 2, 3) + dt.timedelta(hours=i * 7, seconds=i)
        sheet.append([moment, moment.time(), dt.timedelta(hours=20 + i, minutes=i)])
        rows.append([moment.isoformat(sep=" "), moment.time().isoformat(), f"{20 + i:02d}:{i:02d}:00"])
    workbook.save(path)
    expect(name, ["at", "clock", "worked"], rows)


def gaps_and_flags():
    name = "gaps.xlsx"
    workbook, sheet, path = book(name)
    sheet.append(["id", "active", "limit", "comment"])
    sheet["B1"].comment = Comment("is the card active", "bank")
    rows = []
    for i in range(30):
        row = [i, i % 3 == 0, None if i % 4 == 0 else i * 10, None if i % 5 else f"line 1\nline 2, {i}"]
        sheet.append(row)
        rows.append([str(i), "TRUE" if row[1] else "FALSE", None if row[2] is None else str(row[2]), row[3]])
    sheet.auto_filter.ref = "A1:D31"
    sheet.freeze_panes = "A2"
    workbook.save(path)
    expect(name, ["id", "active", "limit", "comment"], rows)


def hidden_sheet():
    name = "hidden.xlsx"
    workbook, sheet, path = book(name, "Daten")
    lists = workbook.create_sheet("Listen")
    lists.append(["EUR"])
    lists.append(["USD"])
    lists.sheet_state = "hidden"
    workbook.create_sheet("Leer")
    sheet.append(["id", "currency"])
    rows = [[f"K{i}", ["EUR", "USD"][i % 2]] for i in range(10)]
    for row in rows:
        sheet.append(row)
    table = Table(displayName="Daten", ref="A1:B11")
    sheet.add_table(table)
    workbook.save(path)
    expect(name, ["id", "currency"], rows)


def several_sheets():
    name = "bank.xlsx"
    workbook, sheet, path = book(name, "Kunden")
    accounts = workbook.create_sheet("Konten")
    sheet.append(["kunde_id", "name"])
    accounts.append(["konto_id", "kunde_id", "saldo"])
    customers, rows = [], []
    for i in range(20):
        customers.append([f"K{i:03d}", f"Name {i}"])
        sheet.append(customers[-1])
        for k in range(2):
            accounts.append([f"A{i}{k}", f"K{i:03d}", i + k / 2])
            accounts.cell(accounts.max_row, 3).number_format = "0.00"
            rows.append([f"A{i}{k}", f"K{i:03d}", f"{i + k / 2:.2f}"])
    workbook.save(path)
    expect(name, ["kunde_id", "name"], customers, "Kunden", ["Konten"])
    expect(name, ["konto_id", "kunde_id", "saldo"], rows, "Konten", ["Kunden"])


# pandas


def frame(rows=25):
    return pd.DataFrame(
        {
            "account": [f"{i:08d}" for i in range(rows)],
            "booked": pd.to_datetime([iso(i) for i in range(rows)]),
            "amount": [i + 0.25 for i in range(rows)],
            "count": range(rows),
        }
    )


# pandas writes days with their time.
FRAME_ROWS = [[f"{i:08d}", f"{iso(i)} 00:00:00", repr(i + 0.25), str(i)] for i in range(25)]
FRAME_COLUMNS = ["account", "booked", "amount", "count"]


def pandas_openpyxl():
    frame().to_excel(at("frame.xlsx"), index=False, engine="openpyxl")
    expect("frame.xlsx", FRAME_COLUMNS, FRAME_ROWS)


def pandas_xlsxwriter_with_index():
    frame().to_excel(at("index.xlsx"), engine="xlsxwriter", sheet_name="Export 2025")
    rows = [[str(i), *row] for i, row in enumerate(FRAME_ROWS)]
    expect("index.xlsx", ["column_1", *FRAME_COLUMNS], rows)


def pandas_large():
    rows = 5000
    frame(rows).to_excel(at("large.xlsx"), index=False, engine="xlsxwriter")
    expected = [[f"{i:08d}", f"{iso(i)} 00:00:00", repr(i + 0.25), str(i)] for i in range(rows)]
    expect("large.xlsx", FRAME_COLUMNS, expected)


# XlsxWriter


def constant_memory():
    workbook = xlsxwriter.Workbook(at("streamed.xlsx"), {"constant_memory": True})
    sheet = workbook.add_worksheet()
    money = workbook.add_format({"num_format": "0.00"})
    sheet.write_row(0, 0, ["ref", "amount", "text"])
    rows = []
    for i in range(100):
        sheet.write_string(i + 1, 0, f"R-{i:04d}")
        sheet.write_number(i + 1, 1, i / 2, money)
        sheet.write_string(i + 1, 2, f" <{i}> & \u201cquoted\u201d ")
        rows.append([f"R-{i:04d}", f"{i / 2:.2f}", f" <{i}> & \u201cquoted\u201d "])
    workbook.close()
    expect("streamed.xlsx", ["ref", "amount", "text"], rows)


def rich_and_linked():
    workbook = xlsxwriter.Workbook(at("rich.xlsx"))
    sheet = workbook.add_worksheet("Report")
    bold = workbook.add_format({"bold": True})
    sheet.write_row(0, 0, ["id", "text", "link", "sum"])
    rows = []
    for i in range(20):
        sheet.write_number(i + 1, 0, i)
        sheet.write_rich_string(i + 1, 1, "plain ", bold, f"bold {i}", " end")
        sheet.write_url(i + 1, 2, f"https://bank.example/{i}", string=f"Beleg {i}")
        sheet.write_formula(i + 1, 3, f"=A{i + 2}*2", None, i * 2)
        rows.append([str(i), f"plain bold {i} end", f"Beleg {i}", str(i * 2)])
    chart = workbook.add_chart({"type": "line"})
    chart.add_series({"values": "=Report!$A$2:$A$21"})
    sheet.insert_chart("F2", chart)
    bars = workbook.add_chart({"type": "bar"})
    bars.add_series({"values": "=Report!$A$2:$A$21"})
    workbook.add_chartsheet("Chart").set_chart(bars)
    workbook.close()
    expect("rich.xlsx", ["id", "text", "link", "sum"], rows)


def beside_and_below():
    workbook = xlsxwriter.Workbook(at("placed.xlsx"))
    sheet = workbook.add_worksheet()
    date = workbook.add_format({"num_format": "d-mmm-yy"})
    sheet.write(1, 2, "Umsatzliste")
    sheet.write_row(3, 2, ["Datum", "Betrag", "Text"])
    rows = []
    for i in range(30):
        sheet.write_datetime(4 + i, 2, dt.datetime(2025, 1, 30) + dt.timedelta(days=i), date)
        sheet.write_number(4 + i, 3, i + 0.5)
        sheet.write_string(4 + i, 4, f"T{i}")
        rows.append([iso(i), repr(i + 0.5), f"T{i}"])
    sheet.write_row(35, 2, ["Total", 450])
    workbook.close()
    expect("placed.xlsx", ["Datum", "Betrag", "Text"], rows)


def errors_and_macros():
    path = at("errors.xlsm")
    workbook = xlsxwriter.Workbook(path)
    sheet = workbook.add_worksheet()
    sheet.write_row(0, 0, ["id", "ratio"])
    rows = []
    for i in range(10):
        sheet.write_number(i + 1, 0, i)
        if i % 5 == 0:
            sheet.write_formula(i + 1, 1, "=1/0", None, "#DIV/0!")
        else:
            sheet.write_number(i + 1, 1, i / 4)
        rows.append([str(i), None if i % 5 == 0 else repr(i / 4).removesuffix(".0")])
    workbook.close()
    expect("errors.xlsm", ["id", "ratio"], rows)


# LibreOffice


def office(source, kind):
    folder = os.path.join(FOLDER, "office")
    command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless"]
    run = subprocess.run(
        [*command, "--convert-to", kind, "--outdir", folder, source], capture_output=True, timeout=180
    )
    if run.returncode != 0:
        raise RuntimeError(run.stderr.decode())
    stem = os.path.splitext(os.path.basename(source))[0]
    return os.path.join(folder, f"{stem}.{kind.split(':')[0]}")


def libre_office():
    for name in ["statement", "rates", "moments", "mac"]:
        shutil.copy(office(at(f"{name}.xlsx"), "xlsx"), at(f"{name}-office.xlsx"))
        EXPECTED[f"{name}-office.xlsx"] = EXPECTED[f"{name}.xlsx"]


# JSON


def text(name, content, encoding="utf-8"):
    with open(at(name), "w", encoding=encoding, newline="") as file:
        file.write(content)


RECORDS = [
    {"id": f"00{i}", "amount": i + 0.5, "active": i % 2 == 0, "note": None if i % 3 else f"a, \"{i}\" \u20ac"}
    for i in range(20)
]
RECORD_ROWS = [
    [r["id"], repr(r["amount"]), "true" if r["active"] else "false", r["note"]] for r in RECORDS
]
RECORD_COLUMNS = ["id", "amount", "active", "note"]


def json_files():
    text("dump.json", json.dumps(RECORDS))
    text("indented.json", json.dumps(RECORDS, indent=4, ensure_ascii=False))
    text("marked.json", json.dumps(RECORDS, ensure_ascii=False), "utf-8-sig")
    text("wide.json", json.dumps(RECORDS, ensure_ascii=False), "utf-16")
    text("lines.jsonl", "\n".join(json.dumps(r, separators=(",", ":")) for r in RECORDS))
    with gzip.open(at("lines.ndjson.gz"), "wt") as file:
        file.write("".join(json.dumps(r) + "\n" for r in RECORDS))
    names = ["dump.json", "indented.json", "marked.json", "wide.json", "lines.jsonl", "lines.ndjson.gz"]
    for name in names:
        expect(name, RECORD_COLUMNS, RECORD_ROWS)
    pd.DataFrame(RECORDS).to_json(at("frame.json"), orient="records")
    expect("frame.json", RECORD_COLUMNS, [[a, b.removesuffix(".0"), *c] for a, b, *c in RECORD_ROWS])


def letters():
    rows = [["1.10", "1E400", "12345678901234567890"], ["2.00", "-0", "0.1000"]]
    text("letters.json", "[" + ",".join('{"a":%s,"b":%s,"c":%s}' % tuple(r) for r in rows) + "]")
    expect("letters.json", ["a", "b", "c"], rows)


def open_banking():
    booked = [
        {
            "transactionId": f"T{i}",
            "bookingDate": iso(i),
            "transactionAmount": {"currency": "EUR", "amount": str(Decimal(i) / 4)},
        }
        for i in range(15)
    ]
    document = {"account": {"iban": "DE0212030000"}, "transactions": {"booked": booked, "pending": []}}
    text("psd2.json", json.dumps(document, indent=2))
    columns = ["transactionId", "bookingDate", "transactionAmount.currency", "transactionAmount.amount"]
    rows = [["1", f"T{i}", iso(i), "EUR", str(Decimal(i) / 4)] for i in range(15)]
    expect("psd2.json", ["record_number", "account.iban"], [["1", "DE0212030000"]], "records", ["transactions.booked"])
    expect("psd2.json", ["record_number", *columns], rows, "transactions.booked", ["records"])


def nested():
    claims = [
        {"claim_id": f"C{i}", "payer": {"name": f"P{i}", "zip": "01067"}, "items": [{"code": f"X{k}", "net": k + 0.5} for k in range(i % 3)]}
        for i in range(12)
    ]
    text("claims.json", json.dumps(claims))
    expect("claims.json", ["claim_id", "payer.name", "payer.zip"], [[f"C{i}", f"P{i}", "01067"] for i in range(12)], "records", ["items"])
    rows = [[f"C{i}", f"X{k}", repr(k + 0.5)] for i in range(12) for k in range(i % 3)]
    expect("claims.json", ["claim_id", "code", "net"], rows, "items", ["records"])


for write in [
    statement_with_title, merged_headers, codes_as_text, zero_padded_numbers, percentages,
    dates_of_1904, moments, gaps_and_flags, hidden_sheet, several_sheets, pandas_openpyxl,
    pandas_xlsxwriter_with_index, pandas_large, constant_memory, rich_and_linked, beside_and_below,
    errors_and_macros, json_files, letters, open_banking, nested,
]:  # fmt: skip
    write()
if shutil.which("soffice"):
    libre_office()
with open(at("expected.json"), "w", encoding="utf-8") as file:
    json.dump(EXPECTED, file)

"""Destinations to which the service may send at the request of others: the forms of an address, and the addresses."""

import re
from ipaddress import ip_network

from core.base.destinations import URL_PATTERN, Destinations, RefusedDestination
from core.base.errors import FieldCode
from tests.tables import each_row

FORMAT, HTTPS = FieldCode.INVALID_FORMAT, FieldCode.NOT_HTTPS
PORT, ADDRESS = FieldCode.PORT_NOT_ALLOWED, FieldCode.ADDRESS_NOT_ALLOWED

NOTHING_MORE = Destinations()
ALLOWING = Destinations(frozenset({"localhost", "127.0.0.1"}), (ip_network("10.20.0.0/16"), ip_network("fd12::/16")))

GOOD = (
    "https://example.com",
    "https://example.com/",
    "https://EXAMPLE.com:443/a/b?c=d&e=%20",
    "https://example.com?x=1",
    "https://example.com:8443/x",
    "https://xn--nio-6qa.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://a_b.example.com/hook/~me(1)!$'*+,;=:@[]|",
)
BAD = (
    ("", FORMAT),
    ("example.com", FORMAT),
    ("//example.com/", FORMAT),
    ("ftp://example.com/", FORMAT),
    ("HTTPS://example.com/", FORMAT),
    ("https:example.com", FORMAT),
    ("https:///example.com", FORMAT),
    ("https://", FORMAT),
    ("https://user@example.com/", FORMAT),
    ("https://user:secret@example.com/", FORMAT),
    ("https://example.com@10.0.0.1/", FORMAT),
    ("https://example.com\\@10.0.0.1/", FORMAT),
    ("https://example.com/#fragment", FORMAT),
    ("https://example.com/a b", FORMAT),
    ("https://example.com/\n", FORMAT),
    ("https://example.com/\r\nHost: x", FORMAT),
    ("https://example.com/%zz", FORMAT),
    ("https://niño.example/", FORMAT),
    ("https://ｅxample.com/", FORMAT),
    ("https://example.com./", FORMAT),
    ("https://example..com/", FORMAT),
    ("https://.example.com/", FORMAT),
    ("https://example.com:/", FORMAT),
    ("https://example.com:0/", FORMAT),
    ("https://example.com:0443/", FORMAT),
    ("https://example.com:123456/", FORMAT),
    ("https://example.com:65536/", PORT),
    ("https://example.com:22/", PORT),
    ("https://example.com:80/", PORT),
    ("http://example.com/", HTTPS),
    ("http://localhost/", HTTPS),
    ("http://127.0.0.1/", HTTPS),
    ("https://127.0.0.1/", ADDRESS),
    ("https://2130706433/", ADDRESS),
    ("https://0x7f000001/", ADDRESS),
    ("https://0x7f.1/", ADDRESS),
    ("https://127.1/", ADDRESS),
    ("https://0177.0.0.1/", ADDRESS),
    ("https://127.0.0.01/", ADDRESS),
    ("https://1.2.3.4.5/", ADDRESS),
    ("https://256.1.1.1/", ADDRESS),
    ("https://example.0x1/", ADDRESS),
    ("https://[::1]/", ADDRESS),
    ("https://[::]/", ADDRESS),
    ("https://[::ffff:127.0.0.1]/", ADDRESS),
    ("https://[::ffff:a00:1]/", ADDRESS),
    ("https://[::127.0.0.1]/", ADDRESS),
    ("https://[fe80::1%25eth0]/", FORMAT),
    ("https://[fe80::1]/", ADDRESS),
    ("https://[1.2.3.4]/", FORMAT),
    ("https://[]/", FORMAT),
    ("https://[::gg]/", FORMAT),
    ("https://[1:::2]/", ADDRESS),
    (f"https://{'a' * 64}.example/", FORMAT),
    ("https://-a.example/", FORMAT),
    ("https://169.254.169.254/latest/meta-data", ADDRESS),
    ("https://10.20.0.1/", ADDRESS),
    ("https://example.com/" + "a" * 2048, FORMAT),
)


def refusal(of, *args):
    try:
        of(*args)
    except RefusedDestination as refused:
        return refused.code
    return None


@each_row(GOOD)
def test_a_public_address_over_https_is_allowed(url):
    assert refusal(NOTHING_MORE.check_url, url) is None


@each_row(BAD)
def test_any_other_is_refused_for_its_form(url, code):
    assert refusal(NOTHING_MORE.check_url, url) is code


PUBLIC = ("8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8")
NEVER = (
    *("0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.0.1", "100.100.100.200", "168.63.129.16"),
    *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
    *("::", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "fd00:ec2::254", "64:ff9b:1::a00:1"),
    *("::ffff:169.254.169.254", "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::1", "::169.254.169.254"),
)
PRIVATE = (
    *("127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"),
    *("192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    *("::1", "fc00::1", "fd12:3456::1", "2001:db8::1", "100::1"),
    *("::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::1", "2002:7f00:1::", "::10.0.0.1"),
    "2001:0:a00:1::1",
)


@each_row(PUBLIC)
def test_a_name_may_lead_to_a_public_address(address):
    assert refusal(NOTHING_MORE.check_address, "example.com", address) is None


@each_row([*NEVER, *PRIVATE])
def test_a_name_may_not_lead_to_one_that_is_not_public(address):
    assert refusal(NOTHING_MORE.check_address, "example.com", address) is ADDRESS


@each_row(NEVER)
def test_no_setting_allows_link_local_metadata_and_the_like(address):
    everything = Destinations(frozenset({"localhost"}), (ip_network("0.0.0.0/0"), ip_network("::/0")))
    assert refusal(everything.check_address, "example.com", address) is ADDRESS
    assert refusal(everything.check_address, "localhost", address) is ADDRESS


def test_a_setting_allows_a_range_and_no_other():
    for address in ("10.20.0.1", "10.20.255.255", "fd12::1", "::ffff:10.20.0.1"):
        assert refusal(ALLOWING.check_address, "erp.example", address) is None
    for address in ("10.21.0.1", "127.0.0.1", "fd13::1", "64:ff9b::10.21.0.1"):
        assert refusal(ALLOWING.check_address, "erp.example", address) is ADDRESS
    assert refusal(ALLOWING.check_url, "https://10.20.0.1:8443/") is None
    assert refusal(ALLOWING.check_url, "http://10.20.0.1/") is HTTPS


def test_a_name_of_this_machine_is_reached_over_http_at_any_port_and_leads_nowhere_else():
    for url in ("http://localhost/", "http://LOCALHOST:81/x", "https://localhost:9/", "http://127.0.0.1:8000/"):
        assert refusal(ALLOWING.check_url, url) is None
    assert refusal(ALLOWING.check_url, "http://127.0.0.2:8000/") is HTTPS
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert refusal(ALLOWING.check_address, "localhost", address) is None
    for address in ("8.8.8.8", "10.20.0.1", "fd12::1"):
        assert refusal(ALLOWING.check_address, "localhost", address) is ADDRESS


@each_row([*GOOD, *(url for url, _ in BAD)])
def test_the_pattern_of_the_document_says_which_form_an_address_has(url):
    found = re.search(URL_PATTERN, url) is not None and "\n" not in url and len(url) <= 2048
    assert found is (refusal(NOTHING_MORE.check_url, url) is not FORMAT)

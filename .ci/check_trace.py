"""Parses a trace with the published Perfetto schema and checks that it holds together."""

import sys

from perfetto.protos.perfetto.trace import perfetto_trace_pb2

trace = perfetto_trace_pb2.Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())

names, tracks, open_slices = {}, {}, {}
counts = {"slices": 0, "instants": 0, "counters": 0, "flows": 0}
for packet in trace.packet:
    if packet.HasField("track_descriptor"):
        descriptor = packet.track_descriptor
        assert descriptor.uuid not in tracks, f"two tracks {descriptor.uuid}"
        assert descriptor.parent_uuid == 0 or descriptor.parent_uuid in tracks
        tracks[descriptor.uuid] = descriptor.name
    for entry in packet.interned_data.event_names:
        names[entry.iid] = entry.name
    if not packet.HasField("track_event"):
        continue
    event = packet.track_event
    assert event.track_uuid in tracks, f"no track {event.track_uuid}"
    counts["flows"] += len(event.flow_ids)
    if event.type == event.TYPE_SLICE_BEGIN:
        assert event.name_iid in names
        assert event.track_uuid not in open_slices, f"slices overlap on {tracks[event.track_uuid]}"
        open_slices[event.track_uuid] = packet.timestamp
    elif event.type == event.TYPE_SLICE_END:
        assert open_slices.pop(event.track_uuid) <= packet.timestamp
        counts["slices"] += 1
    elif event.type == event.TYPE_INSTANT:
        counts["instants"] += 1
    elif event.type == event.TYPE_COUNTER:
        counts["counters"] += 1
assert not open_slices, "a slice does not end"
assert all(counts.values()), counts
print(f"{sys.argv[1]}: {len(tracks)} tracks, {counts}")

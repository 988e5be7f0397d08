"""Tells that the wheel holds a program, linked with all its libraries, for Linux on x86-64."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BinaryTag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-manylinux_2_17_x86_64"
